// GET /openapi.json and the interactive reference at /docs, all served from the installed package: no network is used.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createKeptContent, sendKept } from '../answer/kept-content.ts';
import { createOpenApiDocument } from '../openapi/document.ts';

const assets: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const page = `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Confere: referência da API</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
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

  addText('/openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(createOpenApiDocument()));
  for (const url of ['/docs', '/docs/']) addText(url, 'text/html; charset=utf-8', () => page);
  addText('/docs/start.js', 'text/javascript; charset=utf-8', () => startScript);
  for (const [name, type] of Object.entries(assets)) add(`/docs/${name}`, type, () => readFile(join(folder, name)));
}
