// What users and operators read is there in both languages and does not drift apart: English is the source, and every page has its
// Portuguese pair with the same headings, code, tables and links. What a program cannot compare is left to whoever changes a page:
// CONTRIBUTING.md, "Two languages".

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { describe, expect, test } from 'vitest';
import { translatedPages as pages, toPair } from '../../../scripts/pages/translated.ts';

/**
 * Pages that landed without their pair. Whoever cannot write Portuguese may add a page here, to be translated before the next
 * release; a page that has its pair may not stand here.
 */
const withoutPairYet: readonly string[] = [];

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
describe('every page for users and operators has its Portuguese pair', () => {
  test.each(pages.filter((page) => !withoutPairYet.includes(page)))('%s', (page) => {
    expect(
      existsSync(join(root, toPair(page))),
      `${page} has no ${toPair(page)}. Write it (CONTRIBUTING.md, "Two languages"); or, if you cannot, add the page to ` +
        'withoutPairYet in test/drift/words/portuguese.test.ts; or, if only contributors read it, to forContributors in scripts/pages/translated.ts.',
    ).toBe(true);
  });

  test('and no Portuguese page is left without its English one', () => {
    const pairs = pages.map(toPair);
    const portuguese = readdirSync(join(root, 'docs/pt-BR'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/pt-BR/${name}`);
    expect(portuguese.filter((page) => !pairs.includes(page))).toEqual([]);
  });

  test('and the list of those without one names only such', () => {
    expect(withoutPairYet.filter((page) => !pages.includes(page) || existsSync(join(root, toPair(page))))).toEqual([]);
  });
});

describe('a page and its pair agree', () => {
  const paired = pages.filter((page) => existsSync(join(root, toPair(page))));
  test.each(paired)('%s', (page) => {
    const faults = compare(readPage(page), readPage(toPair(page)));
    expect(faults, `${toPair(page)} does not follow ${page}: change both (CONTRIBUTING.md, "Two languages")`).toEqual(
      [],
    );
  });

  test.each(paired.flatMap((page) => [page, toPair(page)]))('%s links only to headings that exist', (page) => {
    const broken = readPage(page).links.filter(({ path, fragment }) => {
      if (fragment === undefined || !path.endsWith('.md') || !existsSync(join(root, path))) return false;
      return !readPage(path).anchors.includes(fragment);
    });
    expect(broken.map(({ path, fragment }) => `${path}#${fragment}`)).toEqual([]);
  });
});

interface Section {
  readonly heading: string;
  readonly level: number;
  /** Inline, each once, in alphabetical order. */
  readonly codes: readonly string[];
}

interface Page {
  readonly path: string;
  readonly sections: readonly Section[];
  readonly blocks: readonly { readonly kind: string; readonly lines: readonly string[] }[];
  readonly tables: readonly { readonly columns: number; readonly keys: readonly string[] }[];
  readonly links: readonly { readonly path: string; readonly fragment: string | undefined }[];
  readonly anchors: readonly string[];
}

const readPages = new Map<string, Page>();

/** Other pages link to most pages many times. */
function readPage(path: string): Page {
  const page = readPages.get(path) ?? parsePage(path);
  readPages.set(path, page);
  return page;
}

function parsePage(path: string): Page {
  const marked = new Marked();
  const tokens = marked.lexer(read(path));
  const sections: { heading: string; level: number; codes: Set<string> }[] = [
    { heading: 'the beginning', level: 0, codes: new Set() },
  ];
  const blocks: { kind: string; lines: string[] }[] = [];
  const tables: { columns: number; keys: string[] }[] = [];
  const links: { path: string; fragment: string | undefined }[] = [];
  const anchors: string[] = [...read(path).matchAll(/<a id="([^"]+)">/g)].map((match) => match[1] ?? '');
  marked.walkTokens(tokens, (token: Token) => {
    if (token.type === 'heading') {
      sections.push({ heading: token['text'], level: token['depth'], codes: new Set() });
      anchors.push(toSlug(token['text']));
    } else if (token.type === 'codespan') sections.at(-1)?.codes.add(token['text'].replaceAll(/\s+/g, ' '));
    else if (token.type === 'code') {
      blocks.push({ kind: token['lang'] ?? '', lines: token['text'].split('\n').map(withoutComment) });
    } else if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table;
      const keys = rows.map(([first]) => (first?.text.match(/`[^`]+`/g) ?? []).join(', '));
      tables.push({ columns: header.length, keys });
    } else if (token.type === 'link' && !/^(?:https?|mailto):/.test(token['href'])) {
      const [target = '', fragment] = decodeURIComponent(token['href']).split('#', 2);
      links.push({ path: target === '' ? path : normalize(join(dirname(path), target)), fragment });
    }
  });
  return {
    path,
    sections: sections.map(({ codes, ...section }) => ({ ...section, codes: [...codes].sort() })),
    blocks,
    tables,
    links,
    anchors,
  };
}

/** Comments are for readers, so they are in the reader's language. */
function withoutComment(line: string): string {
  return line.replace(/(?:^|\s+)# .*$/, '').trimEnd();
}

/** As code hosts make them. */
function toSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function compare(english: Page, portuguese: Page): string[] {
  return [
    ...compareSections(english, portuguese),
    ...compareBlocks(english, portuguese),
    ...compareTables(english, portuguese),
    ...compareLinks(english, portuguese),
  ];
}

function compareSections({ sections }: Page, { sections: others }: Page): string[] {
  const toOutline = (list: readonly Section[]) => list.map(({ level }) => '#'.repeat(level)).join(' ');
  if (toOutline(sections) !== toOutline(others)) {
    return [`the headings differ: ${toOutline(sections)} against ${toOutline(others)}`];
  }
  return sections.flatMap(({ heading, codes }, index) => {
    const other = others[index]?.codes ?? [];
    const lacks = codes.filter((code) => !other.includes(code));
    const adds = other.filter((code) => !codes.includes(code));
    return lacks.length + adds.length === 0
      ? []
      : [`under "${heading}" what stands in backquotes differs: lacks ${lacks.join(', ')}; adds ${adds.join(', ')}`];
  });
}

function compareBlocks({ blocks }: Page, { blocks: others }: Page): string[] {
  if (blocks.length !== others.length) return [`${blocks.length} code blocks against ${others.length}`];
  return blocks.flatMap(({ kind, lines }, index) => {
    const other = others[index];
    const name = `code block ${index + 1} (${lines[0]})`;
    if (other === undefined || other.kind !== kind) return [`${name} is "${kind}" against "${other?.kind}"`];
    if (lines.length !== other.lines.length) return [`${name} has ${lines.length} lines against ${other.lines.length}`];
    // A drawing or an outline in words: it is the number of its lines that can be compared.
    const changed = kind === 'text' ? -1 : lines.findIndex((line, at) => line !== other.lines[at]);
    return changed < 0
      ? []
      : [`${name} differs in line ${changed + 1}: ${lines[changed]} against ${other.lines[changed]}`];
  });
}

function compareTables({ tables }: Page, { tables: others }: Page): string[] {
  if (tables.length !== others.length) return [`${tables.length} tables against ${others.length}`];
  return tables.flatMap(({ columns, keys }, index) => {
    const other = others[index];
    const name = `table ${index + 1}`;
    if (columns !== other?.columns) return [`${name} has ${columns} columns against ${other?.columns}`];
    if (keys.length !== other.keys.length) return [`${name} has ${keys.length} rows against ${other.keys.length}`];
    const changed = keys.findIndex((key, at) => key !== other.keys[at]);
    return changed < 0
      ? []
      : [`${name} differs in row ${changed + 1}: ${keys[changed]} against ${other.keys[changed]}`];
  });
}

/** The same pages, in Portuguese where there is one. Links from a page to its own pair lead to the other language. */
function compareLinks(english: Page, portuguese: Page): string[] {
  const isBetween = (path: string) => path === english.path || path === portuguese.path;
  const expected = english.links
    .filter(({ path }) => !isBetween(path))
    .map(({ path }) => (pages.includes(path) && existsSync(join(root, toPair(path))) ? toPair(path) : path))
    .sort();
  const found = portuguese.links
    .filter(({ path }) => !isBetween(path))
    .map(({ path }) => path)
    .sort();
  const lacks = expected.filter((path) => !found.includes(path));
  const adds = found.filter((path) => !expected.includes(path));
  if (lacks.length + adds.length > 0) {
    return [`the links differ: lacks ${lacks.join(', ')}; adds ${adds.join(', ')}`];
  }
  return expected.length === found.length ? [] : [`${expected.length} links against ${found.length}`];
}
