// Placeholder translation unit so that the support library exists before its first oracle.
