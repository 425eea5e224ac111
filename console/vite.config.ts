import { defineConfig } from 'vite';
import { firstScreenInside } from './first-screen-inside.ts';

export default defineConfig({
  base: '/console/',
  publicDir: false,
  plugins: [firstScreenInside()],
  build: {
    target: 'es2023',
    // Pictures and fonts inside a style sheet are not allowed by the page's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
