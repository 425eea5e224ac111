import { defineConfig } from 'vite';
import { firstScreenInside } from './first-screen-inside.ts';

// Whoever builds it: a page for development is larger, and names the folders of its machine.
process.env['NODE_ENV'] = 'production';

export default defineConfig({
  base: '/console/',
  publicDir: false,
  plugins: [firstScreenInside()],
  build: {
    target: 'es2023',
    // A release says what is in it.
    license: { fileName: 'packages.json' },
    // Pictures and fonts inside a style sheet are not allowed by the page's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
