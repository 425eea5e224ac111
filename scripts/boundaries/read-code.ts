// What the check of the boundaries knows of the code: which files there are, and what each of them imports.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface CodeFile {
  /** Relative to the folder that was listed. */
  readonly file: string;
  readonly isTest: boolean;
  /** `code` holds the source text without comments. */
  readonly code: string;
  /** `imports` lists paths in the form of `file`. A path outside the folder begins with dots. */
  readonly imports: readonly string[];
}

export type ImportGraph = Map<string, readonly string[]>;

/** `under` is put before each name. */
export function readCode(folder: string, under = ''): CodeFile[] {
  return listCode(folder).map((name) => {
    const file = `${under}${name}`;
    const code = withoutComments(readFileSync(join(folder, name), 'utf8'));
    return { file, isTest: file.endsWith('.test.ts'), code, imports: importsIn(code, file) };
  });
}

function listCode(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(?:tsx?|js)$/.test(path) && !path.includes('node_modules/'))
    .sort();
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

/**
 * The pattern also matches imports of types, because a circle of types is a circle for the reader. Code addressed by URL runs in a thread or a
 * process.
 */
const importing = /(?:from|import)\s*\(?\s*'(\.[^']+)'|new URL\(\s*'(\.[^']+\.[jt]sx?)'/g;

function importsIn(code: string, file: string): string[] {
  return [...code.matchAll(importing)].map((match) => normalize(join(dirname(file), (match[1] ?? match[2]) as string)));
}
