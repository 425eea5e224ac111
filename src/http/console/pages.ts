// The console's page and its files, from memory. The page is the same for every screen: which one it shows is in the address, which
// never holds anything of a person.

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { screenAddresses } from '../../domain/access/console-screens.ts';
import { AppError } from '../../errors.ts';
import { createKeptContent, type KeptContent, sendKept } from '../answer/kept-content.ts';
import { withFileHeaders, withPageHeaders } from '../answer/page-headers.ts';
import { pagePolicy, renderFrame } from '../pages/page-frame.ts';

export interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
}

export type BuiltConsole =
  | { readonly kind: 'built'; readonly page: BuiltFile; readonly assets: ReadonlyMap<string, BuiltFile> }
  /** `advice` states what the operator should do, as a sentence. */
  | { readonly kind: 'missing'; readonly advice: string };

export interface ConsolePages {
  /** Builds what is not built yet. */
  load(): Promise<BuiltConsole>;
}

/** The page tells its build itself; undefined where it is of none, or not built. */
export function findBuild(built: BuiltConsole): string | undefined {
  if (built.kind !== 'built') return undefined;
  return /<meta name="confere-build" content="([\w-]+)"/.exec(built.page.bytes.toString())?.[1];
}

function* textsInside(html: string, tag: 'script' | 'style'): Generator<string> {
  for (let at = html.indexOf(`<${tag}`); at >= 0; at = html.indexOf(`<${tag}`, at)) {
    const start = html.indexOf('>', at) + 1;
    at = html.indexOf(`</${tag}>`, start);
    if (at < 0) return;
    if (at > start) yield html.slice(start, at);
  }
}

/**
 * Of scripts and styles inside the page those that were built into it, by their hashes; nothing from elsewhere, no frame around it, and no
 * text that becomes HTML by a script.
 */
function toPolicy({ type, bytes }: BuiltFile): string {
  const html = type.startsWith('text/html') ? bytes.toString() : '';
  const inside = (tag: 'script' | 'style') =>
    [...textsInside(html, tag)]
      .map((text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join('');
  return (
    `default-src 'none'; script-src 'self'${inside('script')}; style-src 'self'${inside('style')}; ` +
    "font-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'; trusted-types 'none'"
  );
}

/** The name of the file changes with its content. */
const keptForever = 'public, max-age=31536000, immutable';

export function addPageRoutes(
  server: FastifyInstance,
  pages: ConsolePages,
  refuseOutsiders: (request: FastifyRequest) => void,
): void {
  const onRequest = async (request: FastifyRequest) => refuseOutsiders(request);
  const kept = new WeakMap<BuiltFile, { readonly content: KeptContent; readonly policy: string }>();
  const send = (request: FastifyRequest, reply: FastifyReply, file: BuiltFile, cacheControl?: string) => {
    const found = kept.get(file) ?? {
      content: createKeptContent(file.type, async () => file.bytes),
      policy: toPolicy(file),
    };
    kept.set(file, found);
    // A policy is about a page: with each of its files it would be more than some of them are.
    const isPage = file.type.startsWith('text/html');
    const headed = isPage ? withPageHeaders(reply, found.policy) : withFileHeaders(reply);
    return sendKept(request, headed, found.content, cacheControl);
  };

  const addPage = (url: string, status: 200 | 404) =>
    server.get(url, { onRequest }, async (request, reply) => {
      // Those who call a route or a file that is not there are programs.
      if (/^\/console\/(?:api|assets)\//.test(request.url)) throw new AppError('not_found');
      const built = await pages.load();
      if (built.kind === 'missing') return sendMissing(reply, built.advice);
      return send(request, reply.code(status), built.page);
    });
  addPage('/console', 200);
  for (const address of screenAddresses) addPage(`/console/${address}`, 200);
  // An address that was mistyped gets the page too, which says so and leads on.
  addPage('/console/*', 404);
  server.get('/console/assets/:name', { onRequest }, async (request, reply) => {
    const built = await pages.load();
    const { name } = request.params as { name: string };
    const file = built.kind === 'built' ? built.assets.get(name) : undefined;
    if (file === undefined) throw new AppError('not_found');
    return send(request, reply, file, keptForever);
  });
}

function sendMissing(reply: FastifyReply, advice: string): FastifyReply {
  const html = renderFrame({
    language: 'pt-BR',
    title: 'Confere',
    navigation: '<a href="/docs">API</a>',
    body: `<h1>O console ainda não foi gerado</h1><p class="lead" lang="en">${advice}</p>`,
    footer: '',
  });
  return withPageHeaders(reply, pagePolicy).code(503).header('content-type', 'text/html; charset=utf-8').send(html);
}
