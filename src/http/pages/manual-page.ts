// The pages of `docs/` as HTML, in both languages, so that everything that an answer or a page cites can be read where the service runs.
// They are our own files. A page shows nothing that a caller sent but the words of a search, which are escaped.

import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, normalize } from 'node:path';
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

/** Names such as `errors` or `decisions/log-lines`: each is served at `/docs/NAME`. The indexes have an address of their own. */
export function findManualPages(): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && basename(path) !== 'README.md')
    .map((path) => path.replaceAll('\\', '/').slice(0, -'.md'.length))
    .sort();
}

const portugueseFolder = 'pt-BR/';

export function getManualLanguage(name: string): PageLanguage {
  return name.startsWith(portugueseFolder) ? 'pt-BR' : 'en';
}

const words = {
  'pt-BR': {
    contents: 'Conteúdo',
    search: 'Buscar',
    searchAll: 'Buscar no manual',
    footer: 'Servido por este serviço a partir dos seus próprios arquivos.',
  },
  en: {
    contents: 'Contents',
    search: 'Search',
    searchAll: 'Search the manual',
    footer: 'Served by this service from its own files.',
  },
};

/** The lists of all pages in the order of reading, one in each language: `docs/README.md` and its pair. */
export const manualIndexes = ['manual', 'pt-BR/manual'] as const;

function getIndex(name: string): (typeof manualIndexes)[number] {
  return manualIndexes[getManualLanguage(name) === 'pt-BR' ? 1 : 0];
}

/** Their addresses, likewise. */
export const manualSearches = ['search', 'pt-BR/search'] as const;

/** Characters of what a reader searches for. */
export const typedMax = 100;

/** Maps a name such as `manual` to its file. */
export function toManualFile(name: string): string {
  return join(folder, `${name.replace(/(?<=^|\/)manual$/, 'README')}.md`);
}

interface ManualSection {
  readonly title: string;
  readonly pages: readonly { readonly name: string; readonly title: string }[];
}

/** The pages under the headings of the index, in its order. Pages that only the repository has are left out. */
export function readManualSections(language: PageLanguage, names: readonly string[]): readonly ManualSection[] {
  const index = manualIndexes[language === 'pt-BR' ? 1 : 0];
  const [, ...sections] = readFileSync(toManualFile(index), 'utf8').split(/^## /m);
  return sections.map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    pages: [...section.matchAll(/^- \[([^\][\n]+)\]\(([^()\n]+)\)/gm)].flatMap(([, title = '', href = '']) => {
      const address = findAddress(href, index, names);
      return address === undefined ? [] : [{ name: address.slice('/docs/'.length), title }];
    }),
  }));
}

export async function renderManualIndex(
  index: (typeof manualIndexes)[number],
  names: readonly string[],
): Promise<string> {
  const decisions = names.filter((name) => name.startsWith('decisions/'));
  const toItem = (name: string) => `<li><a href="/docs/${name}">${escapeHtml(readTitle(name))}</a></li>`;
  const body = await renderMarkdown(index, names);
  const list = `<ul class="links">${decisions.map(toItem).join('\n')}</ul>`;
  const isEnglish = getManualLanguage(index) === 'en';
  return renderManualFrame(index, { title: readTitle(index), body: isEnglish ? body + list : body, names });
}

export async function renderManualPage(name: string, names: readonly string[]): Promise<string> {
  return renderManualFrame(name, { title: readTitle(name), body: await renderMarkdown(name, names), names });
}

/** The renderer is loaded with the first page that somebody reads, not with the service. */
async function renderMarkdown(name: string, names: readonly string[]): Promise<string> {
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
  return marked.parse(readFileSync(toManualFile(name), 'utf8'));
}

interface ManualFrame {
  readonly title: string;
  readonly body: string;
  readonly names: readonly string[];
  /** The reader has searched for this text. */
  readonly typed?: string;
  /** The column beside it, where that is made already. */
  readonly contents?: string;
}

/** `name` stands in the address: `search` has the contents and the search beside it as the pages have. */
export function renderManualFrame(name: string, { title, body, names, typed = '', contents }: ManualFrame): string {
  const language = getManualLanguage(name);
  const isPortuguese = language === 'pt-BR';
  const pair = isPortuguese ? name.slice(portugueseFolder.length) : `${portugueseFolder}${name}`;
  const hasPair = [...names, ...manualIndexes, ...manualSearches].includes(pair);
  const query = typed === '' ? '' : `?q=${encodeURIComponent(typed)}`;
  const toPair = hasPair ? `<a href="/docs/${pair}${query}">${isPortuguese ? 'English' : 'Português'}</a>` : '';
  return renderFrame({
    language,
    title: `Confere: ${escapeHtml(title)}`,
    search: renderSearch(language, typed),
    navigation: `<a href="/docs">API</a><a href="/docs/${getIndex(name)}">Manual</a>${toPair}`,
    body,
    contents: contents ?? renderContents(name, names),
    footer: words[language].footer,
  });
}

/** Renders a search that needs no script, because the service itself searches. */
function renderSearch(language: PageLanguage, typed: string): string {
  const { search, searchAll } = words[language];
  const address = manualSearches[language === 'pt-BR' ? 1 : 0];
  return (
    `<form role="search" action="/docs/${address}"><input type="search" name="q" maxlength="${typedMax}" required ` +
    `aria-label="${searchAll}" placeholder="${searchAll}" value="${escapeHtml(typed)}"><button>${search}</button></form>`
  );
}

/** The column beside every page: all pages of its language, and where the reader is. */
export function renderContents(name: string, names: readonly string[]): string {
  const language = getManualLanguage(name);
  const toItem = (page: { name: string; title: string }) =>
    `<li><a href="/docs/${page.name}"${page.name === name ? ' aria-current="page"' : ''}>${escapeHtml(page.title.replaceAll('`', ''))}</a></li>`;
  const sections = readManualSections(language, names)
    .filter(({ pages }) => pages.length > 0)
    .map(({ title, pages }) => `<h2>${escapeHtml(title)}</h2>\n<ul>${pages.map(toItem).join('\n')}</ul>`);
  return `<nav class="contents" aria-label="${words[language].contents}">\n${sections.join('\n')}\n</nav>`;
}

/** Finds the address of a link. Returns undefined for a file that only the repository has: it appears as text, because a link would lead nowhere. */
function findAddress(href: string, from: string, names: readonly string[]): string | undefined {
  if (/^https?:/.test(href) || href.startsWith('#')) return href;
  const [path = '', fragment] = href.split('#', 2);
  const target = normalize(join(dirname(from), path)).replaceAll('\\', '/');
  if (!target.endsWith('.md')) return undefined;
  const name = target.slice(0, -'.md'.length).replace(/(?<=^|\/)README$/, 'manual');
  if (!names.includes(name) && !manualIndexes.some((index) => index === name)) return undefined;
  return `/docs/${name}${fragment === undefined ? '' : `#${fragment}`}`;
}

function readTitle(name: string): string {
  return findTitle(readFileSync(toManualFile(name), 'utf8')) ?? name;
}

export function findTitle(text: string): string | undefined {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '');
}

/** As code hosts make them, so that a link works in both places. */
export function toSlug(html: string): string {
  const text = html.replace(/<[^<>]*>/g, '').replace(/&[a-z0-9#]+;/g, '');
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
