// The pages for people: `/`, the icon, and the manual at `/docs/NAME`. They load nothing from outside and run no script.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createKeptContent, sendKept } from '../answer/kept-content.ts';
import { renderHomePage } from '../pages/home-page.ts';
import {
  findManualImages,
  findManualPages,
  getManualLanguage,
  manualIndexes,
  readManualImage,
  renderManualIndex,
  renderManualPage,
} from '../pages/manual-page.ts';
import { icon, type PageLanguage, pagePolicy } from '../pages/page-frame.ts';
import type { FindUnreadiness } from './operations.ts';

/** IBM Plex Sans (OFL), the Latin letters in all weights in one file. */
const fontPath = fileURLToPath(
  import.meta.resolve('@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2'),
);

interface PagesOptions {
  readonly hasLiveSources: boolean;
  /** Whether the console is beside this page. */
  readonly hasConsole: boolean;
  readonly findUnreadiness: FindUnreadiness;
}

export function addPagesRoutes(
  server: FastifyInstance,
  { hasLiveSources, hasConsole, findUnreadiness }: PagesOptions,
): void {
  server.get('/', async (request, reply) => {
    const { lang } = request.query as { lang?: unknown };
    const language: PageLanguage = lang === 'en' ? 'en' : 'pt-BR';
    const isReady = (await findUnreadiness()) === undefined;
    reply.header('content-language', language);
    return sendPage(
      reply,
      renderHomePage(language, { isReady, hasLiveSources, hasConsole, address: toOwnAddress(request) }),
    );
  });
  server.get('/favicon.ico', (_request, reply) =>
    reply
      .header('content-type', 'image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', pagePolicy)
      .send(icon),
  );

  const font = createKeptContent('font/woff2', () => readFile(fontPath));
  server.get('/fonts/plex-sans.woff2', (request, reply) =>
    sendKept(request, withPageHeaders(reply), font, 'public, max-age=86400'),
  );

  for (const name of findManualImages()) {
    const image = createKeptContent('image/png', () => readManualImage(name));
    server.get(`/docs/images/${name}`, (request, reply) => sendKept(request, withPageHeaders(reply), image));
  }
  const names = findManualPages();
  const addManualRoute = (name: string, render: () => Promise<string>) => {
    const content = createKeptContent('text/html; charset=utf-8', async () => Buffer.from(await render()));
    const language = getManualLanguage(name);
    server.get(`/docs/${name}`, (request, reply) =>
      sendKept(request, withPageHeaders(reply).header('content-language', language), content),
    );
  };
  for (const index of manualIndexes) addManualRoute(index, async () => renderManualIndex(index, names));
  for (const name of names) addManualRoute(name, () => renderManualPage(name, names));
}

/** As the reader's own browser says it, and only where it is nothing but a name and a port. */
function toOwnAddress({ headers }: FastifyRequest): string {
  const { host = '' } = headers;
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$/i.test(host)
    ? `${scheme}://${host}`
    : 'http://127.0.0.1:8080';
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  const type = 'text/html; charset=utf-8';
  return withPageHeaders(reply).header('content-type', type).header('cache-control', 'private, no-cache').send(html);
}

function withPageHeaders(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', pagePolicy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer');
}
