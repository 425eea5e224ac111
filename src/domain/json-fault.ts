// Where a text stops being JSON, what could stand there, and what stands there. `JSON.parse` decides; its message repeats a piece of the
// text and often names no place. Nothing of the text goes out of here but a mark such as a brace: a letter may belong to a person.

export interface JsonFault {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  readonly expected: Expected;
  readonly met: Met;
}

export type Expected = 'object' | 'value' | 'key' | 'colon' | 'comma' | 'end' | 'string';
export type Met =
  | { readonly kind: 'mark'; readonly mark: string }
  | { readonly kind: 'end' | 'letter' | 'digit' | 'line break' | 'byte order mark' | 'other' };

/** Returns undefined for a text that is JSON. */
export function findJsonFault(text: string): JsonFault | undefined {
  const scan: Scan = { text, at: 0 };
  const expected = findExpected(scan);
  if (expected === undefined) return undefined;
  const before = text.slice(0, scan.at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return {
    line: before.split('\n').length,
    column: scan.at - lineStart + 1,
    expected,
    met: toMet(text.slice(scan.at, scan.at + 1)),
  };
}

interface Scan {
  readonly text: string;
  at: number;
}

/** Leaves `at` where the text goes wrong. Without recursion: a body of brackets nests deeper than the stack. */
function findExpected(scan: Scan): Expected | undefined {
  const open: string[] = [];
  let next: Expected = 'object';
  for (let isFirst = false; ; ) {
    skipBlanks(scan);
    const char = scan.text[scan.at] ?? '';
    const closing = open.at(-1) === '{' ? '}' : ']';
    if (next === 'end') return char === '' ? undefined : 'end';
    if ((next === 'comma' || isFirst) && open.length > 0 && char === closing) {
      scan.at++;
      open.pop();
      isFirst = false;
      next = open.length === 0 ? 'end' : 'comma';
    } else if (next === 'comma' || next === 'colon') {
      if (char !== (next === 'comma' ? ',' : ':')) return next;
      scan.at++;
      next = next === 'comma' && closing === '}' ? 'key' : 'value';
    } else if (next === 'key') {
      if (char !== '"') return 'key';
      if (!skipString(scan)) return 'string';
      isFirst = false;
      next = 'colon';
    } else if (char === '{' || char === '[') {
      scan.at++;
      open.push(char);
      isFirst = true;
      next = char === '{' ? 'key' : 'value';
    } else {
      if (char === '"' ? !skipString(scan) : !skipPlain(scan)) return char === '"' ? 'string' : next;
      isFirst = false;
      next = open.length === 0 ? 'end' : 'comma';
    }
  }
}

function skipBlanks(scan: Scan): void {
  while (' \t\n\r'.includes(scan.text[scan.at] ?? 'x')) scan.at++;
}

function skipString(scan: Scan): boolean {
  for (scan.at++; scan.at < scan.text.length; scan.at++) {
    const char = scan.text[scan.at] ?? '';
    if (char === '"') {
      scan.at++;
      return true;
    }
    if (char < ' ') return false;
    if (char !== '\\') continue;
    const escaped = /(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
    escaped.lastIndex = scan.at + 1;
    if (!escaped.test(scan.text)) return false;
    scan.at = escaped.lastIndex - 1;
  }
  return false;
}

/** A number or a word of JSON. */
function skipPlain(scan: Scan): boolean {
  const plain = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
  plain.lastIndex = scan.at;
  if (!plain.test(scan.text)) return false;
  scan.at = plain.lastIndex;
  return true;
}

function toMet(char: string): Met {
  if (char === '') return { kind: 'end' };
  if (char === '\n' || char === '\r') return { kind: 'line break' };
  if (char === '\ufeff') return { kind: 'byte order mark' };
  if (/^\d$/.test(char)) return { kind: 'digit' };
  if (/^[\p{L}\p{M}]$/u.test(char)) return { kind: 'letter' };
  return /^[!-/:-@[-`{-~]$/.test(char) ? { kind: 'mark', mark: char } : { kind: 'other' };
}
