import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createOutputDirectory } from '../../test/support/output.ts';
import { createBoundedOutput } from './bounded-output.ts';

const lineOf = (index: number) => `${String(index).padStart(6, '0')} ${'x'.repeat(92)}\n`;

function createPipe() {
  const path = join(createOutputDirectory('pipe'), 'pipe');
  execFileSync('mkfifo', [path]);
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writing = openSync(path, constants.O_WRONLY);
  const read = (): string => {
    const bytes = Buffer.alloc(65_536);
    let text = '';
    try {
      for (;;) {
        const count = readSync(reading, bytes);
        if (count === 0) return text;
        text += bytes.toString('latin1', 0, count);
      }
    } catch {
      return text;
    }
  };
  return { reading, writing, read };
}

test('a pipe that is full makes nobody wait; lines come whole, in order, and a gap is told where it is', () => {
  const { writing, read } = createPipe();
  const output = createBoundedOutput({
    descriptor: writing,
    toDroppedLine: (count) => `dropped ${count}\n`,
    onReaderGone: () => {},
  });
  const total = 30_000;
  for (let index = 0; index < total; index++) output.write(lineOf(index), 1);
  let text = '';
  for (let chunk = read(); chunk !== ''; chunk = read()) {
    text += chunk;
    output.flush();
  }
  output.write(lineOf(total), 1);
  text += read();
  const lines = text.trimEnd().split('\n');
  const gap = lines.findIndex((line) => line.startsWith('dropped'));
  expect(gap).toBeGreaterThan(10_000);
  const dropped = Number(lines[gap]?.split(' ')[1]);
  expect(lines.slice(0, gap)).toEqual(Array.from({ length: gap }, (_, index) => lineOf(index).trimEnd()));
  expect(gap + dropped).toBe(total);
  expect(lines.slice(gap + 1)).toEqual([lineOf(total).trimEnd()]);
});

test('a reader that is gone is told of once, and nothing is thrown', () => {
  const { reading, writing } = createPipe();
  let told = 0;
  const output = createBoundedOutput({ descriptor: writing, toDroppedLine: String, onReaderGone: () => told++ });
  closeSync(reading);
  for (let index = 0; index < 20_000; index++) output.write(lineOf(index), 1);
  output.flush();
  expect(told).toBe(1);
});

test('two writers of one pipe never cut each other’s lines in two, however full it is', () => {
  const { writing, read } = createPipe();
  const create = () => createBoundedOutput({ descriptor: writing, toDroppedLine: String, onReaderGone: () => {} });
  const outputs = [create(), create()];
  const line = (writer: number, index: number) => `${writer} ${lineOf(index)}`;
  const batch = (writer: number) => Array.from({ length: 2_000 }, (_, index) => line(writer, index)).join('');
  for (const [writer, output] of outputs.entries()) output.write(batch(writer), 2_000);
  let text = '';
  for (let chunk = read(); chunk !== ''; chunk = read()) {
    text += chunk;
    // Not the one first that was cut short.
    for (const output of outputs.reverse()) output.flush();
  }
  const lines = text.split(/(?<=\n)/);
  for (const writer of [0, 1]) {
    expect(lines.filter((each) => each.startsWith(`${writer} `)).join('')).toBe(batch(writer));
  }
});

const openMany = `
import { readdirSync } from 'node:fs';
import { createBoundedOutput } from ${JSON.stringify(join(import.meta.dirname, 'bounded-output.ts'))};
const open = () => createBoundedOutput({ descriptor: 1, toDroppedLine: String, onReaderGone: () => {} });
const count = () => [process.stdout.listenerCount('error'), readdirSync('/proc/self/fd').length];
open();
const before = count();
for (let index = 0; index < 20; index++) open();
open().write(JSON.stringify({ before, after: count() }) + '\\n', 1);
`;

test.runIf(process.platform === 'linux').each([
  // Node gives its children sockets, and a shell gives them pipes.
  ['a socket', ''],
  ['a pipe', ' | cat'],
])('opened anew at each reload, the log on %s keeps no further listener and no further descriptor', (_what, reader) => {
  const told = execFileSync('sh', ['-c', `"$0" --input-type=module -e "$1"${reader}`, process.execPath, openMany]);
  const { before, after } = JSON.parse(told.toString());
  expect(after).toEqual(before);
});
