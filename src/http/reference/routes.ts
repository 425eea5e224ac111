// GET /openapi.json and the interactive reference at /docs, all served from the installed package: no network is used.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createKeptContent, sendKept } from '../answer/kept-content.ts';
import { withPageHeaders } from '../answer/page-headers.ts';
import { findManualPages } from '../pages/manual-page.ts';
import { renderManualParts } from '../pages/manual-search.ts';
import { lightTokens, type PageLanguage } from '../pages/page-frame.ts';

const assets: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const page = `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Confere: referência da API</title>
    <link rel="icon" type="image/svg+xml" href="/favicon.ico">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/look.css">
  </head>
  <body>
    <header>
      <img src="/favicon.ico" alt="" width="26" height="26">
      <a class="name" href="/">Confere</a>
      <nav><a href="/">Início</a><a href="/docs/manual">Manual</a></nav>
    </header>
    <div class="columns">
      <nav id="contents" aria-label="Conteúdo"><input type="search" id="search" aria-label="Buscar" disabled></nav>
      <main id="reference"></main>
    </div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js" type="module"></script>
  </body>
</html>
`;

/** The key typed by the reader stays in the page's memory: nothing is persisted. */
const startScript = `import { showContents } from '/docs/contents.js';

const spec = await window.fetch('/openapi.json').then((answer) => answer.json());
SwaggerUIBundle({
  // Calls go to where the page came from, whatever address the document names.
  spec: { ...spec, servers: [{ url: location.origin }] },
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});
await showContents(spec, document.querySelector('#contents'));
`;

/** The pages' own look over that of Swagger UI, whose colours are for light paper alone. */
const look = `
:root { color-scheme: light; }
body { margin: 0; background: var(--paper); }
.columns { display: grid; font: 400 15px/1.4 var(--sans); color: var(--ink); }
#reference { min-width: 0; }
#contents { padding: 1.25rem 1.5rem; }
#contents input { box-sizing: border-box; width: 100%; padding: .5rem .7rem; border: 1px solid var(--line-strong); border-radius: .4rem; background: var(--card); color: inherit; font: inherit; }
#contents h2 { font-size: .92rem; font-weight: 600; margin: 1.25rem 0 .35rem; }
#contents ul { list-style: none; margin: 0; padding: 0; }
#contents li { margin: .3rem 0; }
#contents a { color: var(--soft); text-decoration: none; }
#contents :is(a:hover, a:focus-visible) { text-decoration: underline; color: var(--ink); }
#contents small { display: block; color: var(--soft); overflow: hidden; text-overflow: ellipsis; }
@media (min-width: 62rem) {
  .columns { grid-template-columns: 18rem minmax(0, 1fr); }
  #contents { position: sticky; top: 0; max-height: 100vh; box-sizing: border-box; overflow-y: auto; border-right: 1px solid var(--line); }
}
header { display: flex; align-items: center; gap: .6rem; min-height: 3.4rem; padding: 0 1.5rem; background: var(--card); border-bottom: 1px solid var(--line); font: 400 16px/1.5 var(--sans); color: var(--ink); }
header .name { font-weight: 600; color: inherit; text-decoration: none; }
header nav { margin-left: auto; display: flex; gap: 1.25rem; font-size: .94rem; }
header a { color: var(--accent); text-underline-offset: .18em; }
.swagger-ui, .swagger-ui :is(p, small, li, td, h4, h5), .swagger-ui .info a, .swagger-ui .opblock .opblock-summary-method, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .btn, .swagger-ui select, .swagger-ui label,
.swagger-ui .opblock .opblock-summary-description, .swagger-ui .opblock .opblock-section-header h4, .swagger-ui table thead tr td,
.swagger-ui table thead tr th, .swagger-ui .parameter__name, .swagger-ui .tab li, .swagger-ui .response-col_status { font-family: var(--sans); }
.swagger-ui .scheme-container { background: none; box-shadow: none; padding: 0; }
.swagger-ui .opblock { border-radius: .5rem; box-shadow: none; }
.swagger-ui .btn.authorize { border-color: var(--accent); color: var(--accent); }
.swagger-ui .btn.authorize svg { fill: var(--accent); }
.swagger-ui .btn.execute { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
`;

const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'";

export function addReferenceRoutes(server: FastifyInstance): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const add = (url: string, type: string, load: () => Promise<Buffer>) => {
    const content = createKeptContent(type, load);
    server.get(url, (request, reply) => {
      return sendKept(request, withPageHeaders(reply, policy), content);
    });
  };
  const addText = (url: string, type: string, toText: () => string) =>
    add(url, type, async () => Buffer.from(toText()));

  add('/openapi.json', 'application/json; charset=utf-8', async () => {
    // It describes every route again, and most processes are never asked for it.
    const { createOpenApiDocument } = await import('./document.ts');
    return Buffer.from(JSON.stringify(createOpenApiDocument()));
  });
  for (const url of ['/docs', '/docs/']) addText(url, 'text/html; charset=utf-8', () => page);
  addText('/docs/look.css', 'text/css; charset=utf-8', () => lightTokens + look);
  addText('/docs/start.js', 'text/javascript; charset=utf-8', () => startScript);
  add('/docs/contents.js', 'text/javascript; charset=utf-8', () => readFile(join(import.meta.dirname, 'contents.js')));
  const names = findManualPages();
  const addSearch = (url: string, language: PageLanguage) =>
    add(url, 'application/json; charset=utf-8', async () => Buffer.from(await renderManualParts(language, names)));
  addSearch('/docs/search.json', 'en');
  addSearch('/docs/pt-BR/search.json', 'pt-BR');
  for (const [name, type] of Object.entries(assets)) add(`/docs/${name}`, type, () => readFile(join(folder, name)));
}
