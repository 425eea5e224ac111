// Which English block each Portuguese block is the translation of: `docs/pt-BR/translated.json` holds the hashes of both, side by side. A block is
// a heading, a paragraph, an item of a list, a row of a table or a piece of code. A changed English block beside an unchanged Portuguese
// one keeps its old line in the file until somebody has looked at the translation: `npm run translated PAGE`.

import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Marked, type Tokens } from 'marked';

const root = join(import.meta.dirname, '../..');
export const translatedPath = 'docs/pt-BR/translated.json';

/** Contributors to the project read these pages, so they exist only in English. */
const forContributors = ['docs/testing.md', 'docs/reliability.md'];

/** Users and operators read these pages. Every page has its Portuguese pair. */
export const translatedPages: readonly string[] = [
  'README.md',
  'SECURITY.md',
  ...globSync('docs/*.md', { cwd: root }).sort(),
].filter((page) => !forContributors.includes(page));

export function toPair(page: string): string {
  return dirname(page) === 'docs' ? `docs/pt-BR/${basename(page)}` : page.replace(/\.md$/, '.pt-BR.md');
}

interface Block {
  readonly kind: string;
  /** The nearest heading above it. */
  readonly heading: string;
  readonly text: string;
}

export function readBlocks(page: string): Block[] {
  let heading = 'the beginning';
  return new Marked().lexer(page).flatMap((token): Block[] => {
    if (token.type === 'space') return [];
    if (token.type === 'heading') heading = token['text'];
    const toBlock = (kind: string, text: string) => ({ kind, heading, text: text.trim() });
    if (token.type === 'list') return (token as Tokens.List).items.map(({ raw }) => toBlock('list item', raw));
    if (token.type === 'table')
      return token.raw
        .trim()
        .split('\n')
        .map((row) => toBlock('table row', row));
    return [toBlock(token.type, token.raw)];
  });
}

/** One line of the file: the hash of the English block, and of the Portuguese one. */
type Line = `${string} ${string}`;
type Recorded = Readonly<Record<string, readonly Line[]>>;

const toHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10);
const toLine = (english: Block, portuguese: Block): Line => `${toHash(english.text)} ${toHash(portuguese.text)}`;
const toPortuguese = (line: Line) => line.slice(line.indexOf(' ') + 1);

/** Lists what to do about a pair of pages. The list is empty if the translation is known to be up to date. */
export function findTranslationFaults(
  page: string,
  english: readonly Block[],
  portuguese: readonly Block[],
  recorded: readonly Line[],
): string[] {
  const apart = english.findIndex(({ kind }, index) => kind !== portuguese[index]?.kind);
  const at = apart < 0 ? english.length : apart;
  if (apart >= 0 || english.length !== portuguese.length) {
    const [there, here] = [english[at], portuguese[at]];
    const say = (block: Block | undefined) => (block ? `${block.kind} "${shorten(block.text)}"` : 'the end');
    return [
      `${page}, under "${(there ?? here)?.heading}": ${say(there)} stands beside ${say(here)}: ` +
        `give ${toPair(page)} the same headings, paragraphs, items and rows`,
    ];
  }
  return english.flatMap((block, index) => {
    const other = portuguese[index] as Block;
    return isStale(toLine(block, other), recorded)
      ? [
          `${page}, under "${block.heading}": ${block.kind} "${shorten(block.text)}" changed, and its translation did not: ` +
            `look at ${toPair(page)}, then run npm run translated ${page}`,
        ]
      : [];
  });
}

/** Tells whether the Portuguese block still translates an earlier English block. */
function isStale(line: Line, recorded: readonly Line[]): boolean {
  return !recorded.includes(line) && recorded.some((known) => toPortuguese(known) === toPortuguese(line));
}

/** The lines of a pair as they are to be written: those of today, but the known one where a translation was not looked at. */
export function recordBlocks(
  english: readonly Block[],
  portuguese: readonly Block[],
  recorded: readonly Line[],
): readonly Line[] {
  if (english.length !== portuguese.length) return recorded;
  return english.map((block, index) => {
    const line = toLine(block, portuguese[index] as Block);
    const known = recorded.find((each) => toPortuguese(each) === toPortuguese(line));
    return isStale(line, recorded) && known !== undefined ? known : line;
  });
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

const readPage = (page: string) => readBlocks(readFileSync(join(root, page), 'utf8'));

function readRecorded(): Recorded {
  const path = join(root, translatedPath);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Recorded) : {};
}

/** The pages whose pair is there; that every page has one is a matter of portuguese.test.ts. */
export function listComparedPages(): string[] {
  return translatedPages.filter((page) => existsSync(join(root, toPair(page))));
}

export function listTranslationFaults(page: string): string[] {
  return findTranslationFaults(page, readPage(page), readPage(toPair(page)), readRecorded()[page] ?? []);
}

/** The whole file. Pages in `seen` are taken as they are: somebody has looked at their translation. */
export function renderTranslated(seen: readonly string[] = []): string {
  const recorded = readRecorded();
  const pages = listComparedPages().map((page) => [
    page,
    recordBlocks(readPage(page), readPage(toPair(page)), seen.includes(page) ? [] : (recorded[page] ?? [])),
  ]);
  return `${JSON.stringify(Object.fromEntries(pages), null, 1)}\n`;
}
