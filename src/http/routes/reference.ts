// GET /openapi.json and the interactive reference at /docs, all served from the installed package: no network is used.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createKeptContent, sendKept } from '../answer/kept-content.ts';
import { lightTokens } from '../pages/page-frame.ts';

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
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** The key typed by the reader stays in the page's memory: nothing is persisted. */
const startScript = `window.fetch('/openapi.json')
  .then((answer) => answer.json())
  .then((spec) => SwaggerUIBundle({
    // Calls go to where the page came from, whatever address the document names.
    spec: { ...spec, servers: [{ url: location.origin }] },
    dom_id: '#reference',
    deepLinking: true,
    persistAuthorization: false,
    tryItOutEnabled: true,
    validatorUrl: null,
  }));
`;

/** The pages' own look over that of Swagger UI, whose colours are for light paper alone. */
const look = `
:root { color-scheme: light; }
body { margin: 0; background: var(--paper); }
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
      reply.header('content-security-policy', policy).header('x-content-type-options', 'nosniff');
      return sendKept(request, reply, content);
    });
  };
  const addText = (url: string, type: string, toText: () => string) =>
    add(url, type, async () => Buffer.from(toText()));

  add('/openapi.json', 'application/json; charset=utf-8', async () => {
    // It describes every route again, and most processes are never asked for it.
    const { createOpenApiDocument } = await import('../openapi/document.ts');
    return Buffer.from(JSON.stringify(createOpenApiDocument()));
  });
  for (const url of ['/docs', '/docs/']) addText(url, 'text/html; charset=utf-8', () => page);
  addText('/docs/look.css', 'text/css; charset=utf-8', () => lightTokens + look);
  addText('/docs/start.js', 'text/javascript; charset=utf-8', () => startScript);
  for (const [name, type] of Object.entries(assets)) add(`/docs/${name}`, type, () => readFile(join(folder, name)));
}
