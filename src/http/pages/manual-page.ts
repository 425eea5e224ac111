// The pages of `docs/` as HTML, in both languages, so that everything that an answer or a page cites can be read where the service runs.
// They are our own files: nothing that a caller sent is ever rendered.

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

/** The lists of all pages in the order of reading, one in each language: `docs/README.md` and its pair. */
export const manualIndexes = ['manual', 'pt-BR/manual'] as const;

function getIndex(name: string): (typeof manualIndexes)[number] {
  return manualIndexes[getManualLanguage(name) === 'pt-BR' ? 1 : 0];
}

/** From `manual` to its file. */
function toFile(name: string): string {
  return join(folder, `${name.replace(/(?<=^|\/)manual$/, 'README')}.md`);
}

interface ManualSection {
  readonly title: string;
  readonly pages: readonly { readonly name: string; readonly title: string }[];
}

/** The pages under the headings of the index, in its order. Pages that only the repository has are left out. */
function readManualSections(language: PageLanguage, names: readonly string[]): readonly ManualSection[] {
  const index = manualIndexes[language === 'pt-BR' ? 1 : 0];
  const [, ...sections] = readFileSync(toFile(index), 'utf8').split(/^## /m);
  return sections.map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    pages: [...section.matchAll(/^- \[(.+?)\]\((.+?)\)/gm)].flatMap(([, title = '', href = '']) => {
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
  return frame(index, readTitle(index), getManualLanguage(index) === 'en' ? body + list : body, names);
}

export async function renderManualPage(name: string, names: readonly string[]): Promise<string> {
  return frame(name, readTitle(name), await renderMarkdown(name, names), names);
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
  return marked.parse(readFileSync(toFile(name), 'utf8'));
}

function frame(name: string, title: string, body: string, names: readonly string[]): string {
  const language = getManualLanguage(name);
  const isPortuguese = language === 'pt-BR';
  const pair = isPortuguese ? name.slice(portugueseFolder.length) : `${portugueseFolder}${name}`;
  const hasPair = names.includes(pair) || manualIndexes.some((index) => index === pair);
  const toPair = hasPair ? `<a href="/docs/${pair}">${isPortuguese ? 'English' : 'Português'}</a>` : '';
  return renderFrame({
    language,
    title: `Confere: ${escapeHtml(title)}`,
    navigation: `<a href="/docs">API</a><a href="/docs/${getIndex(name)}">Manual</a>${toPair}`,
    body,
    contents: renderContents(name, names),
    footer: isPortuguese
      ? 'Servido por este serviço a partir dos seus próprios arquivos.'
      : 'Served by this service from its own files.',
  });
}

/** The column beside every page: all pages of its language, and where the reader is. */
function renderContents(name: string, names: readonly string[]): string {
  const language = getManualLanguage(name);
  const toItem = (page: { name: string; title: string }) =>
    `<li><a href="/docs/${page.name}"${page.name === name ? ' aria-current="page"' : ''}>${escapeHtml(page.title.replaceAll('`', ''))}</a></li>`;
  const sections = readManualSections(language, names)
    .filter(({ pages }) => pages.length > 0)
    .map(({ title, pages }) => `<h2>${escapeHtml(title)}</h2>\n<ul>${pages.map(toItem).join('\n')}</ul>`);
  const [label, search] = language === 'pt-BR' ? ['Conteúdo', 'Buscar'] : ['Contents', 'Search'];
  return `<nav class="contents" aria-label="${label}">\n<p><a href="/docs#search">${search}</a></p>\n${sections.join('\n')}\n</nav>`;
}

/** Undefined for what is in the repository only: it is shown as text, because a link would lead nowhere. */
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
  return findTitle(readFileSync(toFile(name), 'utf8')) ?? name;
}

function findTitle(text: string): string | undefined {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '');
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

/** A part of a page under one heading, for the search at `/docs`. */
interface ManualPart {
  readonly page: string;
  readonly heading: string;
  readonly address: string;
  readonly text: string;
}

/** Every part of every page in a language, with the sections of the index. Requests get their turn between two pages. */
export async function renderManualSearch(language: PageLanguage, names: readonly string[]): Promise<string> {
  const sections = readManualSections(language, names);
  const parts: ManualPart[] = [];
  for (const { name } of sections.flatMap(({ pages }) => pages)) {
    parts.push(...listParts(name, await readFile(toFile(name), 'utf8')));
  }
  return JSON.stringify({ sections, parts });
}

function listParts(name: string, text: string): readonly ManualPart[] {
  const page = findTitle(text) ?? name;
  // A # inside a piece of code is a comment, not a heading.
  const prose = text.replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/^#/gm, ' #'));
  return prose.split(/^(?=#{1,4} )/m).flatMap((part) => {
    const [first = '', ...lines] = part.split('\n');
    const heading = first.replace(/^#+ /, '').replaceAll('`', '');
    const text = lines
      .join(' ')
      .replace(/\]\([^)]*\)|<[^>]*>|[`*|[]|-{3,}/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    return heading === '' ? [] : [{ page, heading, address: `/docs/${name}#${toSlug(heading)}`, text }];
  });
}
