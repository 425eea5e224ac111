// The pages of `docs/` as HTML, in both languages, so that everything that an answer or a page cites can be read where the service runs.
// They are our own files: nothing that a caller sent is ever rendered.

import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import type { Tokens } from 'marked';
import { type PageLanguage, renderFrame } from './page-frame.ts';

const folder = join(import.meta.dirname, '../../../docs');

const images = join(folder, 'images');

/** Pictures of the pages, each served at `/docs/images/NAME`. */
export function findManualImages(): readonly string[] {
  return readdirSync(images).filter((name) => name.endsWith('.png'));
}

export function readManualImage(name: string): Promise<Buffer> {
  return readFile(join(images, name));
}

/** Names such as `errors` or `decisions/log-lines`: each is served at `/docs/NAME`. */
export function findManualPages(): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => path.replaceAll('\\', '/').slice(0, -'.md'.length))
    .sort();
}

const portugueseFolder = 'pt-BR/';

export function getManualLanguage(name: string): PageLanguage {
  return name.startsWith(portugueseFolder) ? 'pt-BR' : 'en';
}

/** The lists of all pages, one in each language; served as pages are. */
export const manualIndexes = ['manual', 'pt-BR/manual'] as const;

export function renderManualIndex(index: (typeof manualIndexes)[number], names: readonly string[]): string {
  const isPortuguese = getManualLanguage(index) === 'pt-BR';
  const toList = (listed: readonly string[]) =>
    `<ul class="links">${listed.map((name) => `<li><a href="/docs/${name}">${escapeHtml(readTitle(name))}</a></li>`).join('\n')}</ul>`;
  const isDecision = (name: string) => name.startsWith('decisions/');
  const own = names.filter((name) => !isDecision(name) && getManualLanguage(name) === getManualLanguage(index));
  const body = isPortuguese
    ? `<h1>Manual</h1>
<p class="lead">Para quem opera o serviço e para quem o chama. A referência interativa está em <a href="/docs">/docs</a>.</p>
${toList(own)}`
    : `<h1>Manual</h1>
<p class="lead">For those who run the service and those who call it. The interactive reference is at <a href="/docs">/docs</a>.</p>
${toList(own)}
<h2>Decisions</h2>
${toList(names.filter(isDecision))}`;
  return frame(index, 'Manual', body, manualIndexes);
}

/** The renderer is loaded with the first page that somebody reads, not with the service. */
export async function renderManualPage(name: string, names: readonly string[]): Promise<string> {
  const { Marked } = await import('marked');
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const text = this.parser.parseInline(tokens);
        return `<h${depth} id="${toSlug(text)}">${text}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const address = findAddress(href, name, names);
        return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
    },
    hooks: {
      postprocess: (html) =>
        html
          // What scrolls to the side must be reached by the keyboard.
          .replaceAll('<pre>', '<pre tabindex="0">')
          .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
          .replaceAll('</table>', '</table></div>'),
    },
  });
  return frame(name, readTitle(name), await marked.parse(readFileSync(join(folder, `${name}.md`), 'utf8')), names);
}

function frame(name: string, title: string, body: string, names: readonly string[]): string {
  const language = getManualLanguage(name);
  const isPortuguese = language === 'pt-BR';
  const pair = isPortuguese ? name.slice(portugueseFolder.length) : `${portugueseFolder}${name}`;
  const toPair = names.includes(pair) ? `<a href="/docs/${pair}">${isPortuguese ? 'English' : 'Português'}</a>` : '';
  return renderFrame({
    language,
    title: `Confere: ${escapeHtml(title)}`,
    navigation: `<a href="/docs">API</a><a href="/docs/${manualIndexes[isPortuguese ? 1 : 0]}">Manual</a>${toPair}`,
    body,
    footer: isPortuguese
      ? 'Servido por este serviço a partir dos seus próprios arquivos.'
      : 'Served by this service from its own files.',
  });
}

/** Undefined for what is in the repository only: it is shown as text, because a link would lead nowhere. */
function findAddress(href: string, from: string, names: readonly string[]): string | undefined {
  if (/^https?:/.test(href) || href.startsWith('#')) return href;
  const [path = '', fragment] = href.split('#', 2);
  const target = normalize(join(dirname(from), path)).replaceAll('\\', '/');
  if (!target.endsWith('.md') || !names.includes(target.slice(0, -3))) return undefined;
  return `/docs/${target.slice(0, -3)}${fragment === undefined ? '' : `#${fragment}`}`;
}

function readTitle(name: string): string {
  const text = readFileSync(join(folder, `${name}.md`), 'utf8');
  return (/^# (.+)$/m.exec(text)?.[1] ?? name).replaceAll('`', '');
}

/** As code hosts make them, so that a link works in both places. */
function toSlug(html: string): string {
  const text = html.replace(/<[^>]*>/g, '').replace(/&[a-z0-9#]+;/g, '');
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
