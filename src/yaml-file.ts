// The only reader of YAML: a file that remembers on which line every key stands. Its faults never quote the text around them, which
// may be a secret.

import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Document, LineCounter, Node } from 'yaml';

/** Loaded with the first file: its 70 modules are a third of what a short command takes, and most of them read none. */
const loadYaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml');

/** The keys on the way to a value; an item of a list has its index. */
export type KeyPath = readonly string[];

export interface Place {
  readonly line: number;
  /** `depth` counts the keys of the path that were found. The line is that of the last of them. */
  readonly depth: number;
}

export interface YamlFile {
  readonly file: string;
  readonly value: unknown;
  /** `error` is present if the file is not valid YAML. The caller must not use the value in that case. */
  readonly error: { readonly line: number; readonly problem: string } | undefined;
  findPlace(path: KeyPath): Place;
}

const fileBytesMax = 1_048_576;

/** Throws only what the file system throws. */
export function readYamlFile(file: string): YamlFile {
  if (statSync(file).size > fileBytesMax) return withError(file, 'the file is larger than 1 MiB');
  return parseYaml(file, readFileSync(file, 'utf8'));
}

export function parseYaml(file: string, text: string): YamlFile {
  const { LineCounter, parseDocument } = loadYaml();
  const lines = new LineCounter();
  // Pretty errors quote the text around the fault.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  // Only the first: the parser stumbles over everything after it.
  const [error] = document.errors;
  if (error !== undefined) return withError(file, toYamlProblem(error.message), lines.linePos(error.pos[0]).line);
  try {
    // Few aliases: a handful of nested ones can stand for gigabytes.
    const value: unknown = document.toJS({ maxAliasCount: 20 });
    return { file, value, error: undefined, findPlace: (path) => findPlace(document, lines, path) };
  } catch {
    return withError(file, 'the aliases of the file cannot be resolved');
  }
}

function withError(file: string, problem: string, line = 1): YamlFile {
  return { file, value: undefined, error: { line, problem }, findPlace: () => ({ line, depth: 0 }) };
}

/** The message without the text that it quotes. */
function toYamlProblem(message: string): string {
  const quoted = message.indexOf('"');
  const said = quoted < 0 ? message : message.slice(0, quoted).trimEnd().replace(/:$/, '');
  return `this is not valid YAML: ${said}`;
}

function findPlace(document: Document, lines: LineCounter, path: KeyPath): Place {
  let node: unknown = document.contents;
  let place: Place = { line: 1, depth: 0 };
  for (const [index, key] of path.entries()) {
    const found = findChild(node, key);
    if (found === undefined) break;
    place = { line: lineOf(found.at, lines) ?? place.line, depth: index + 1 };
    node = found.node;
  }
  return place;
}

/** The child of a mapping or list, and the node on whose line it is reported. */
function findChild(node: unknown, key: string): { node: unknown; at: unknown } | undefined {
  const { isMap, isScalar, isSeq } = loadYaml();
  if (isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    return pair === undefined ? undefined : { node: pair.value, at: pair.key };
  }
  if (isSeq(node)) {
    const item = node.items[Number(key)];
    return item === undefined ? undefined : { node: item, at: item };
  }
  return undefined;
}

function lineOf(node: unknown, lines: LineCounter): number | undefined {
  const range = (node as Node | null)?.range;
  return range === undefined || range === null ? undefined : lines.linePos(range[0]).line;
}

export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
