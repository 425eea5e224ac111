import { defineConfig } from 'vite';

export default defineConfig({
  base: '/console/',
  publicDir: false,
  build: {
    target: 'es2023',
    // Pictures and fonts inside a style sheet are not allowed by the page's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
