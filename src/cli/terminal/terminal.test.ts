import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { print, printFault, printJson, printTable, showPassing, showQuestion } from './terminal.ts';

let written = '';
const keep = (chunk: unknown) => {
  written += String(chunk);
  return true;
};

function capture(run: () => void): string {
  written = '';
  vi.spyOn(process.stdout, 'write').mockImplementation(keep);
  vi.spyOn(process.stderr, 'write').mockImplementation(keep);
  run();
  vi.restoreAllMocks();
  return written;
}

afterEach(() => vi.restoreAllMocks());

/** The seeds are characters that a terminal obeys or hides: the escape, both forms of C1, every change of direction, tags and separators. */
const seeds = [
  '\x1b]0;x\x07',
  '\x9b31m',
  '\r',
  '\b',
  '\x7f',
  '\u061c',
  '\u200b',
  '\u202e',
  '\u2066',
  '\u2028',
  '\ud800',
];
const hostile = fc.array(
  fc.oneof(fc.constantFrom(...seeds, '\u{e0041}', 'a', 'ç', ' '), fc.string({ unit: 'binary' })),
  {
    minLength: 1,
  },
);
const obeyed = /[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

test('no text reaches a terminal with anything in it that the terminal would obey or hide', () => {
  fc.assert(
    fc.property(hostile, (parts) => {
      const text = parts.join('');
      const ways = [
        () => print(text),
        () => printFault(text),
        () => showQuestion(text),
        () => printTable(['NAME', text], [[text, 'b']]),
        () => printJson({ [text]: [text] }),
      ];
      for (const way of ways) expect(capture(way)).not.toMatch(obeyed);
    }),
  );
});

test('a cell stays in its line, and its column as wide as what is shown', () => {
  expect(
    capture(() =>
      printTable(
        ['A', 'B'],
        [
          ['x\nkey_1  live', 'y'],
          ['\u202e', 'z'],
        ],
      ),
    ),
  ).toBe('A                  B\nx\\u{a}key_1  live  y\n\\u{202e}           z\n');
});

test('JSON keeps its values to every program', () => {
  fc.assert(
    fc.property(hostile, (parts) => {
      const value = { name: parts.join('').toWellFormed() };
      expect(JSON.parse(capture(() => printJson(value)))).toEqual(value);
    }),
  );
});

test('letters of every script, line breaks and tabs are printed as they are', () => {
  expect(capture(() => print('João 北京 أحمد\n\té'))).toBe('João 北京 أحمد\n\té\n');
  expect(capture(() => showPassing('x'))).toBe(process.stderr.isTTY ? '\r\x1b[Kx' : '');
});

test('the command line writes nowhere by another way', () => {
  const writers = readdirSync('src/cli', { recursive: true, encoding: 'utf8' })
    // The code that it prints for a newcomer's own program writes there.
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('/snippets.ts'))
    .filter((name) =>
      /\bstd(?:out|err)\b[^;\n]*\.write\b|\bconsole\.\w+\(/.test(readFileSync(join('src/cli', name), 'utf8')),
    );
  expect(writers).toEqual(['terminal/terminal.ts']);
});
