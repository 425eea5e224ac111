// The pages for people: `/`, the icon, and the manual at `/docs/NAME`. They load nothing from outside and run no script.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { createKeptContent, type KeptContent, sendKept } from '../answer/kept-content.ts';
import { withPageHeaders } from '../answer/page-headers.ts';
import { renderHomePage } from '../pages/home-page.ts';
import {
  findManualImages,
  findManualPages,
  getManualLanguage,
  manualIndexes,
  manualSearches,
  readManualImage,
  renderManualIndex,
  renderManualPage,
} from '../pages/manual-page.ts';
import { createManualSearch } from '../pages/manual-search.ts';
import { icon, manualPolicy, type PageLanguage, pagePolicy } from '../pages/page-frame.ts';
import type { FindUnreadiness } from './readiness.ts';

/** IBM Plex Sans (OFL), the Latin letters in all weights in one file. */
const fontPath = fileURLToPath(
  import.meta.resolve('@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2'),
);

interface PagesOptions {
  readonly hasLiveSources: boolean;
  /** `hasConsole` tells whether the console is beside this page. */
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
    withPageHeaders(reply, pagePolicy)
      .header('content-type', 'image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      .send(icon),
  );

  const font = createKeptContent('font/woff2', () => readFile(fontPath));
  server.get('/fonts/plex-sans.woff2', (request, reply) =>
    sendKept(request, withPageHeaders(reply, pagePolicy), font, 'public, max-age=86400'),
  );

  addManual(server);
}

interface ManualContent {
  readonly content: KeptContent;
  readonly language?: PageLanguage;
}

/** One route for all pages and pictures: a hundred and fifty of them took a tenth of the processor time of a start. */
function addManual(server: FastifyInstance): void {
  const names = findManualPages();
  const toContent = (name: string, render: () => Promise<string>): [string, ManualContent] => [
    name,
    {
      content: createKeptContent('text/html; charset=utf-8', async () => Buffer.from(await render())),
      language: getManualLanguage(name),
    },
  ];
  const contents = new Map<string, ManualContent>([
    ...findManualImages().map((name): [string, ManualContent] => [
      `images/${name}`,
      { content: createKeptContent('image/png', () => readManualImage(name)) },
    ]),
    ...manualIndexes.map((index) => toContent(index, () => renderManualIndex(index, names))),
    ...names.map((name) => toContent(name, () => renderManualPage(name, names))),
  ]);
  const renderSearch = createManualSearch(names);
  const searches: ReadonlySet<string> = new Set(manualSearches);
  server.get('/docs/*', async (request, reply) => {
    const { '*': name } = request.params as { readonly '*': string };
    if (searches.has(name)) {
      const { q } = request.query as { q?: unknown };
      const html = await renderSearch(name, typeof q === 'string' ? q : '');
      return sendPage(reply.header('content-language', getManualLanguage(name)), html, manualPolicy);
    }
    const found = contents.get(name);
    if (found === undefined) throw new AppError('not_found');
    if (found.language !== undefined) reply.header('content-language', found.language);
    return sendKept(request, withPageHeaders(reply, manualPolicy), found.content);
  });
}

/** As the reader's own browser says it, and only where it is nothing but a name and a port. */
function toOwnAddress({ headers }: FastifyRequest): string {
  const { host = '' } = headers;
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$/i.test(host)
    ? `${scheme}://${host}`
    : 'http://127.0.0.1:8080';
}

function sendPage(reply: FastifyReply, html: string, policy = pagePolicy): FastifyReply {
  const type = 'text/html; charset=utf-8';
  return withPageHeaders(reply, policy)
    .header('content-type', type)
    .header('cache-control', 'private, no-cache')
    .send(html);
}
