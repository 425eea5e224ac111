// The console's page and its files, from memory. The page is the same for every screen: which one it shows is in the address, which
// never holds anything of a person.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { createKeptContent, type KeptContent, sendKept } from '../answer/kept-content.ts';
import { pagePolicy, renderFrame } from '../pages/page-frame.ts';

export interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
}

export type BuiltConsole =
  | { readonly kind: 'built'; readonly page: BuiltFile; readonly assets: ReadonlyMap<string, BuiltFile> }
  /** What the operator should do, as a sentence. */
  | { readonly kind: 'missing'; readonly advice: string };

export interface ConsolePages {
  /** Builds what is not built yet. */
  load(): Promise<BuiltConsole>;
}

/** Every screen that has an address of its own; `console/app.tsx` shows them. */
const consoleScreens = ['painel', 'consultas', 'lote', 'chaves', 'cadastro', 'sessoes'] as const;

/** No inline script or style, nothing from elsewhere, no frame around it, and no text that becomes HTML by a script. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

export function addPageRoutes(
  server: FastifyInstance,
  pages: ConsolePages,
  refuseOutsiders: (request: FastifyRequest) => void,
): void {
  const onRequest = async (request: FastifyRequest) => refuseOutsiders(request);
  const kept = new WeakMap<BuiltFile, KeptContent>();
  const keep = (file: BuiltFile): KeptContent => {
    const content = kept.get(file) ?? createKeptContent(file.type, async () => file.bytes);
    kept.set(file, content);
    return content;
  };

  for (const url of ['/console', '/console/', ...consoleScreens.map((screen) => `/console/${screen}`)]) {
    server.get(url, { onRequest }, async (request, reply) => {
      const built = await pages.load();
      if (built.kind === 'missing') return sendMissing(reply, built.advice);
      return sendKept(request, withPageHeaders(reply), keep(built.page));
    });
  }
  server.get('/console/assets/:name', { onRequest }, async (request, reply) => {
    const built = await pages.load();
    const { name } = request.params as { name: string };
    const file = built.kind === 'built' ? built.assets.get(name) : undefined;
    if (file === undefined) throw new AppError('not_found');
    await sendKept(request, withPageHeaders(reply), keep(file));
    return reply;
  });
}

function withPageHeaders(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
}

function sendMissing(reply: FastifyReply, advice: string): FastifyReply {
  const html = renderFrame({
    language: 'pt-BR',
    title: 'Confere',
    navigation: '<a href="/docs">API</a>',
    body: `<h1>O console não está construído</h1><p class="lead" lang="en">${advice}</p>`,
    footer: '',
  });
  return withPageHeaders(reply)
    .header('content-security-policy', pagePolicy)
    .code(503)
    .header('content-type', 'text/html; charset=utf-8')
    .send(html);
}
