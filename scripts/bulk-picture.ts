// `npm run picture`: draws docs/images/bulk-run.svg, the picture of the README, from what a real `confere verify` shows on a terminal
// (`script` of util-linux gives it one). A service of its own in a temporary folder answers from the sandbox; the numbers are made up.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify, stripVTControlCharacters } from 'node:util';
import { completeCpf, formatCpf } from '../src/domain/numbers/cpf.ts';

const root = join(import.meta.dirname, '..');
const confere = join(root, 'bin/confere');
const picture = join(root, 'docs/images/bulk-run.svg');
const command = 'confere verify customers.csv --out results.csv --url http://127.0.0.1:8080';
const columnsMax = 124;
const customers = 1_000;
/** Every so many rows. */
const [withoutZeros, mistyped] = [97, 401];

const folder = mkdtempSync(join(tmpdir(), 'confere-picture-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const env = {
  ...process.env,
  CONFERE_PORT: '0',
  CONFERE_ADMIN_ENABLED: 'false',
  CONFERE_LOG_LEVEL: 'error',
  LINES: '30',
  COLUMNS: String(columnsMax),
};

writeFileSync(join(folder, 'customers.csv'), `cpf\n${Array.from({ length: customers }, toRow).join('\n')}\n`);
const service = spawn(confere, ['serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
const address = await findAddress();
const made = await promisify(execFile)(
  confere,
  ['keys', 'create', '--name', 'picture', '--mode', 'test', '--rate', 'unlimited'],
  { cwd: folder, env },
);
const typed = command.replace('confere', confere).replace('http://127.0.0.1:8080', address);
const shown = await new Promise<string>((resolve) => {
  const keyed = { ...env, CONFERE_API_KEY: made.stdout.split('\n')[0] };
  const wide = `stty cols ${columnsMax} rows 30; ${typed}`;
  execFile('script', ['-qec', wide, '/dev/null'], { cwd: folder, env: keyed }, (_error, stdout) => resolve(stdout));
});
service.kill('SIGTERM');
await once(service, 'exit');
mkdirSync(dirname(picture), { recursive: true });
writeFileSync(picture, draw([`$ ${command}`, ...toLines(shown.replaceAll(address, 'http://127.0.0.1:8080'))]));

/** Numbers of no real person: most of them begin as the sandbox's own do. */
function toRow(_: unknown, index: number): string {
  const isShort = index % withoutZeros === 0;
  const cpf = completeCpf(`${isShort ? '0' : '9'}${10_000_000 + ((index * 7_919) % 90_000_000)}`);
  if (index % mistyped === mistyped - 1)
    return formatCpf(cpf).replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  return isShort ? String(Number(cpf)) : formatCpf(cpf);
}

async function findAddress(): Promise<string> {
  for await (const line of createInterface({ input: service.stdout })) {
    const found = /listens on (\S+)/.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error('The service did not start.');
}

/** Returns the lines that the terminal shows half way and at the end. */
function toLines(text: string): string[] {
  const frames = text
    .split(/\u001b\[1G|\r\n?|\n/)
    .map((frame) =>
      stripVTControlCharacters(frame)
        .replace(/^.*(?=Asking )/, '')
        .trimEnd(),
    )
    .filter((frame) => frame !== '');
  const bars = frames.filter((frame) => /^[#=\-\u2500-\u259f]+ \d+ %/.test(frame));
  const half = bars.find((bar) => Number(/(\d+) %/.exec(bar)?.[1]) >= 60) ?? bars.at(-1) ?? '';
  const [first = '', ...rest] = frames.filter((frame) => !bars.includes(frame));
  return [first, half, ...rest].flatMap(wrap);
}

function wrap(line: string): string[] {
  if (line.length <= columnsMax) return [line];
  return [line.slice(0, columnsMax), ...wrap(line.slice(columnsMax))];
}

function draw(lines: readonly string[]): string {
  const [width, lineHeight] = [columnsMax * 7.25 + 36, 19];
  const height = lines.length * lineHeight + 52;
  const texts = lines.map((line, index) => {
    const fill = index === 0 ? '#fff' : /^[#=\-\u2500-\u259f]+ \d+ %/.test(line) ? '#5fcf93' : '#cfd8d2';
    const y = 48 + index * lineHeight;
    return `<text x="18" y="${y}" fill="${fill}" xml:space="preserve">${toEscaped(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="A run of confere verify in a terminal">
<rect width="${width}" height="${height}" rx="9" fill="#121613"/>
<g fill="#2d352f"><circle cx="22" cy="17" r="5.5"/><circle cx="40" cy="17" r="5.5"/><circle cx="58" cy="17" r="5.5"/></g>
<g font-family="ui-monospace, 'SFMono-Regular', Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="12">
${texts.join('\n')}
</g>
</svg>
`;
}

function toEscaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
