#pragma once

// What a shared library of abut exports: the declarations of `namespace ABUT_API abut` in the public headers, but for
// the types marked ABUT_PRIVATE.
#define ABUT_API [[gnu::visibility("default")]]
#define ABUT_PRIVATE [[gnu::visibility("hidden")]]
