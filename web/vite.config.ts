import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

// One HTML file with its scripts and styles inside: it opens from disk, where a browser loads no modules.
export default defineConfig({
  plugins: [viteSingleFile()],
  esbuild: { legalComments: 'inline' },
  build: { target: 'es2022', chunkSizeWarningLimit: 2000 },
});
