// The search over the pages of the manual: every part of them under its heading, for the page of results and for the search at `/docs`.

import { readFile } from 'node:fs/promises';
import {
  escapeHtml,
  findTitle,
  getManualLanguage,
  readManualSections,
  renderContents,
  renderManualFrame,
  toManualFile,
  toSlug,
  typedMax,
} from './manual-page.ts';
import type { PageLanguage } from './page-frame.ts';

/** A part of a page under one heading. */
interface ManualPart {
  readonly page: string;
  readonly heading: string;
  readonly address: string;
  readonly text: string;
}

interface FoldedPart extends ManualPart {
  /** `folded` holds the folded heading, the folded whole part and the folded text. */
  readonly folded: readonly [string, string, string];
}

const words = {
  'pt-BR': {
    title: 'Busca no manual',
    none: (typed: string) => `Nada encontrado para “${typed}”`,
    found: (count: number, typed: string) => `${count} ${count === 1 ? 'resultado' : 'resultados'} para “${typed}”`,
    first: (shown: number) => `Os ${shown} primeiros:`,
  },
  en: {
    title: 'Search the manual',
    none: (typed: string) => `Nothing found for “${typed}”`,
    found: (count: number, typed: string) => `${count} ${count === 1 ? 'result' : 'results'} for “${typed}”`,
    first: (shown: number) => `The first ${shown}:`,
  },
};
const resultsMax = 30;
/** An excerpt holds at most this many characters of the text around the first word. */
const excerptMax = 200;

/** With the sections of the index, for the page at `/docs`. */
export async function renderManualParts(language: PageLanguage, names: readonly string[]): Promise<string> {
  return JSON.stringify({
    sections: readManualSections(language, names),
    parts: await readParts(language, names),
  });
}

/** The page of results for what a reader has typed. `name` is its own. */
export type RenderSearch = (name: string, typed: string) => Promise<string>;

interface Searched {
  readonly parts: readonly FoldedPart[];
  /** The column beside the results. */
  readonly contents: string;
}

/** The manual is read with the first search in a language, and kept. */
export function createManualSearch(names: readonly string[]): RenderSearch {
  const kept = new Map<PageLanguage, Promise<Searched>>();
  const read = async (language: PageLanguage, name: string) => ({
    parts: (await readParts(language, names)).map(toFolded),
    contents: renderContents(name, names),
  });
  const getSearched = (language: PageLanguage, name: string) => {
    const searched = kept.get(language) ?? read(language, name);
    kept.set(language, searched);
    searched.catch(() => kept.delete(language));
    return searched;
  };
  return async (name, typedByReader) => {
    const typed = typedByReader.trim().slice(0, typedMax).toWellFormed();
    const language = getManualLanguage(name);
    const said = words[language];
    const wanted = fold(typed).split(/\s+/).filter(Boolean);
    const { parts, contents } = await getSearched(language, name);
    const found = wanted.length === 0 ? [] : findParts(parts, wanted);
    const count = found.length === 0 ? said.none(typed) : said.found(found.length, typed);
    const title = typed === '' ? said.title : count;
    const shown = found.slice(0, resultsMax);
    const first = shown.length < found.length ? `<p>${said.first(shown.length)}</p>\n` : '';
    const list =
      shown.length === 0 ? '' : `<ol class="found">${shown.map((part) => toItem(part, wanted)).join('\n')}</ol>`;
    const body = `<h1>${escapeHtml(title)}</h1>\n${first}${list}`;
    return renderManualFrame(name, { title, body, names, typed, contents });
  };
}

/** Every page of the language. Requests get their turn between two pages. */
async function readParts(language: PageLanguage, names: readonly string[]): Promise<readonly ManualPart[]> {
  const listed = readManualSections(language, names).flatMap(({ pages }) => pages.map(({ name }) => name));
  const others = names.filter((name) => getManualLanguage(name) === language && !listed.includes(name));
  const parts: ManualPart[] = [];
  for (const name of [...listed, ...others]) parts.push(...listParts(name, await readFile(toManualFile(name), 'utf8')));
  return parts;
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
      .replace(/\]\([^()]*\)|<[^<>]*>|[`*|[]|-{3,}/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    return heading === '' ? [] : [{ page, heading, address: `/docs/${name}#${toSlug(heading)}`, text }];
  });
}

function toFolded(part: ManualPart): FoldedPart {
  return { ...part, folded: [fold(part.heading), fold(`${part.page} ${part.heading} ${part.text}`), fold(part.text)] };
}

/** Every word must be there; those with all of them in the heading come first. */
function findParts(parts: readonly FoldedPart[], wanted: readonly string[]): readonly FoldedPart[] {
  const isIn = (text: string) => wanted.every((word) => text.includes(word));
  const all = parts.filter(({ folded: [, whole] }) => isIn(whole));
  const isHeaded = ({ folded: [heading] }: FoldedPart) => isIn(heading);
  return [...all.filter(isHeaded), ...all.filter((part) => !isHeaded(part))];
}

function toItem({ page, heading, address, text, folded }: FoldedPart, wanted: readonly string[]): string {
  const places = wanted.map((word) => folded[2].indexOf(word)).filter((place) => place !== -1);
  const from = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - excerptMax / 3);
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const cut = text.length > start + excerptMax ? text.lastIndexOf(' ', start + excerptMax) : text.length;
  const excerpt = `${start > 0 ? '… ' : ''}${text.slice(start, cut)}${cut < text.length ? ' …' : ''}`;
  const of = page === heading ? '' : ` <small>${escapeHtml(page)}</small>`;
  return `<li><a href="${escapeHtml(address)}">${escapeHtml(heading)}</a>${of}<p>${escapeHtml(excerpt)}</p></li>`;
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
