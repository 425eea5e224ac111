// GET /openapi.json and the interactive reference at /docs, all served from the installed package: no network is used.

import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createOpenApiDocument } from '../openapi.ts';

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
const startScript = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'";

export function addReferenceRoutes(server: FastifyInstance): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const document = JSON.stringify(createOpenApiDocument());
  const send = (reply: FastifyReply, type: string, body: unknown) =>
    reply
      .header('content-type', type)
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .send(body);

  server.get('/openapi.json', (_request, reply) => send(reply, 'application/json; charset=utf-8', document));
  for (const address of ['/docs', '/docs/']) {
    server.get(address, (_request, reply) => send(reply, 'text/html; charset=utf-8', page));
  }
  server.get('/docs/start.js', (_request, reply) => send(reply, 'text/javascript; charset=utf-8', startScript));
  for (const [name, type] of Object.entries(assets)) {
    server.get(`/docs/${name}`, (_request, reply) => send(reply, type, createReadStream(join(folder, name))));
  }
}
