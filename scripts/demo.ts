// `npm run demo`: simulated parties and the service in front of them, wired by examples/demo/confere.yaml, with a live key and
// commands to try. Everything it makes lies in a temporary directory and is gone after Ctrl-C.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { clientId, clientSecret, staticToken } from '../src/sim/party.ts';

const root = join(import.meta.dirname, '..');
const confere = join(root, 'src/cli/main.ts');
const directory = mkdtempSync(join(tmpdir(), 'confere-demo-'));
const env = {
  ...process.env,
  CONFERE_CONFIG: join(root, 'examples/demo/confere.yaml'),
  CONFERE_DATA_DIR: join(directory, 'data'),
  CONFERE_SECRETS_DIR: join(directory, 'secrets'),
  CONFERE_LOG_LEVEL: 'warn',
  SERASA_CLIENT_ID: clientId,
  SERASA_CLIENT_SECRET: clientSecret,
  SERPRO_CONSUMER_KEY: clientId,
  SERPRO_CONSUMER_SECRET: clientSecret,
  QUOD_API_KEY: staticToken,
  FRAUD_REGISTRY_TOKEN: staticToken,
};
const children: ChildProcess[] = [];

// More than once, because npm may send what the terminal has already sent.
process.on('SIGINT', () => void finish(0));
process.on('SIGTERM', () => void finish(0));

try {
  await start(['sim', '--quiet'], /^See the rest/);
  const created = execFileSync(
    process.execPath,
    [confere, 'keys', 'create', '--name', 'demo', '--mode', 'live', '--json'],
    {
      env,
      encoding: 'utf8',
    },
  );
  const { key } = JSON.parse(created) as { key: string };
  const welcome = await start(['serve'], /listens on /);
  printCommands(welcome.replace(/^.* listens on /, ''), key);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  await finish(1);
}

/** Starts a command and waits for the line that says that it is ready. */
async function start(command: readonly string[], ready: RegExp): Promise<string> {
  const child = spawn(process.execPath, [confere, ...command], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  child.once('exit', (code) => {
    if (!finishing) void finish(code ?? 1);
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (ready.test(line)) {
      child.stdout.resume();
      return line;
    }
  }
  throw new Error(`confere ${command.join(' ')} ended before it was ready.`);
}

let finishing = false;

async function finish(code: number): Promise<void> {
  if (finishing) return;
  finishing = true;
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null);
  await Promise.all(
    running.map((child) => {
      child.kill('SIGTERM');
      return once(child, 'exit');
    }),
  );
  rmSync(directory, { recursive: true, force: true });
  process.exit(code);
}

function printCommands(address: string, key: string): void {
  const call = (path: string, body: object): string =>
    `curl -s '${address}${path}' -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  const person = { cpf: '12345678909', name: 'João Pedro da Silva Santos', birth_date: '1985-03-14' };
  const parts = [
    ['A person whom all three simulated parties know:', call('/v1/verify/cpf', person)],
    ['The same with its reasons:', call('/v1/verify/cpf?explain=true', person)],
    ['A person with a fraud alert:', call('/v1/verify/cpf', { cpf: '90000000841' })],
    [
      'Now the fraud registry falls silent, and no answer pretends that there is no alert:',
      `curl -s -X PUT 127.0.0.1:4010/_sim/pix-dict -d '{"fault":{"kind":"black_hole"}}'`,
      call('/v1/verify/cpf?explain=true', person),
    ],
    ['Everything as before:', `curl -s -X DELETE 127.0.0.1:4010/_sim`],
    ['More faults: docs/simulator.md. Ctrl-C ends the demo and removes what it made.'],
  ];
  process.stdout.write(`${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`);
}
