// Personal data planted by the tests, and the search for it in everything that a test run leaves behind.
// A canary is only ever sent in a request; wherever else it turns up is a leak.

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cpf, formatCpf } from '../../src/domain/numbers/cpf.ts';
import { keysFile } from './output.ts';

/** Valid synthetic CPFs; the sandbox draws people for them. */
export const canaryCpfs = ['71460238001', '86288366757', '39053344705'] as Cpf[];
export const canaryNames = ['Zuleica Quaresma Xavantina', 'Valquíria Ytaú Brandão Wolff'] as const;

/** Every key made by a test is a canary too. The list lies outside of what is searched. */
export function rememberKey(key: string): string {
  appendFileSync(keysFile(), `${key}\n`);
  return key;
}

export interface Leak {
  readonly file: string;
  readonly form: string;
}

/** `more`: what else must not be there, so that everything is read once. */
export function findLeaks(directory: string, more: readonly Needle[] = []): Leak[] {
  const needles = [
    ...canaryCpfs.flatMap(formsOfCpf),
    ...canaryNames.flatMap(formsOfText),
    ...rememberedKeys().flatMap(formsOfText),
    ...more,
  ];
  return searchFiles(directory, needles);
}

/** Every file below the directory, byte by byte. */
export function searchFiles(directory: string, needles: readonly Needle[]): Leak[] {
  const find = createSearch(needles);
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [...find(readFileSync(path))].map(({ form }) => ({ file: path, form }));
  });
}

/** One pass over the bytes, however many needles there are: a run makes thousands of keys and writes gigabytes. */
function createSearch(needles: readonly Needle[]): (content: Buffer) => Set<Needle> {
  const byStart = Map.groupBy(needles, ({ text }) => text.slice(0, 4));
  // A bit for each three bytes with which a needle starts; nearly every place in a file is ruled out by it.
  const starts = new Uint8Array(2 ** 21);
  for (const start of byStart.keys()) {
    const three = Buffer.from(start, 'latin1').readUIntBE(0, 3);
    starts[three >> 3] = (starts[three >> 3] as number) | (1 << (three & 7));
  }
  return (content) => {
    const found = new Set<Needle>();
    let three = 0;
    for (let end = 0; end < content.length; end++) {
      three = ((three << 8) | (content[end] as number)) & 0xffffff;
      if (((starts[three >> 3] as number) & (1 << (three & 7))) === 0 || end < 2) continue;
      const at = end - 2;
      for (const needle of byStart.get(content.toString('latin1', at, at + 4)) ?? []) {
        if (content.toString('latin1', at, at + needle.text.length) === needle.text) found.add(needle);
      }
    }
    return found;
  };
}

export interface Needle {
  readonly text: string;
  readonly form: string;
}

export function formsOfCpf(cpf: Cpf): Needle[] {
  return [...formsOfText(cpf), ...formsOfText(formatCpf(cpf))];
}

export function formsOfText(text: string): Needle[] {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((shift) => toInnerBase64(bytes, shift));
  return [
    { text: bytes.toString('latin1'), form: 'as it is' },
    {
      text: Buffer.from(text.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '')).toString('latin1'),
      form: 'folded',
    },
    { text: encodeURIComponent(text), form: 'URL-encoded' },
    ...base64.map((encoded) => ({ text: encoded, form: 'base64' })),
    ...['md5', 'sha1', 'sha256'].flatMap((algorithm) => {
      const hash = createHash(algorithm).update(text).digest();
      return [
        { text: hash.toString('hex'), form: algorithm },
        { text: hash.toString('base64url'), form: algorithm },
        { text: hash.toString('latin1'), form: algorithm },
      ];
    }),
  ];
}

/** Base64 of the bytes at one of three alignments, without the ends that depend on the neighbours. */
function toInnerBase64(bytes: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  return encoded.slice(shift === 0 ? 0 : shift + 1, -1);
}

function rememberedKeys(): string[] {
  return existsSync(keysFile())
    ? readFileSync(keysFile(), 'utf8')
        .split('\n')
        .filter((key) => key !== '')
    : [];
}
