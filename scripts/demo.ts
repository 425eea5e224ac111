// `npm run demo`: simulated parties and the service in front of them, wired as examples/demo/confere.yaml is, with a live key and
// commands to try. It takes free ports. Everything it makes lies in a temporary directory and is gone when it ends, however it ends.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { createSimulator } from '../src/compose/commands/simulator.ts';
import { clientId, clientSecret, staticToken } from '../src/sim/party.ts';
import type { Simulator } from '../src/sim/server.ts';

const root = join(import.meta.dirname, '..');
const confere = join(root, 'src/cli/main.js');
const example = join(root, 'examples/demo');
const prefix = 'confere-demo-';

removeLeftOvers();
const directory = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

const env = {
  ...process.env,
  CONFERE_CONFIG: join(directory, 'confere.yaml'),
  CONFERE_DATA_DIR: join(directory, 'data'),
  CONFERE_SECRETS_DIR: join(directory, 'secrets'),
  CONFERE_HOST: '127.0.0.1',
  CONFERE_PORT: '0',
  CONFERE_LOG_LEVEL: 'warn',
  SERASA_CLIENT_ID: clientId,
  SERASA_CLIENT_SECRET: clientSecret,
  SERPRO_CONSUMER_KEY: clientId,
  SERPRO_CONSUMER_SECRET: clientSecret,
  QUOD_API_KEY: staticToken,
  FRAUD_REGISTRY_TOKEN: staticToken,
};

let service: ChildProcess | undefined;
let finishing = false;

// More than once, because npm may send what the terminal has already sent.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void finish(0));

try {
  const simulator = await createSimulator({ port: 0 });
  writeFileSync(env.CONFERE_CONFIG, describeParties(simulator));
  const created = await promisify(execFile)(
    process.execPath,
    [confere, 'keys', 'create', '--name', 'demo', '--mode', 'live', '--json'],
    { env },
  );
  const { key } = JSON.parse(created.stdout) as { key: string };
  const address = await startService();
  if (!finishing) printCommands({ address, controlUrl: simulator.controlUrl, key });
} catch (error) {
  // A command that failed has said why; the rest of its message is only its own arguments.
  const { stderr, message } = error as { stderr?: string; message?: string };
  if (!finishing) process.stderr.write(`${(stderr || message || String(error)).trimEnd()}\n`);
  await finish(1);
}

/** The example's file, with the addresses that the simulator really has. */
function describeParties(simulator: Simulator): string {
  const { sources } = parse(readFileSync(join(example, 'confere.yaml'), 'utf8')) as {
    sources: Record<string, { profile: string }>;
  };
  const wired = Object.entries(sources).map(([name, { profile }]) => [
    name,
    { profile: resolve(example, profile), base_url: simulator.urlOf(basename(profile, '.yaml')) },
  ]);
  return stringify({ sources: Object.fromEntries(wired) });
}

/** Starts the service as an operator would, and waits for the line that names its address. */
async function startService(): Promise<string> {
  // Should the demo be killed outright, the channel to it closes and the service stops by itself.
  // Its threads run this too, and have no channel.
  const follow =
    "process.channel?.unref(); if (process.channel) process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));";
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${follow}`, confere, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  service = child;
  child.once('exit', (code) => void finish(code ?? 1));
  if (child.stdout === null) throw new Error('The service has no output to read.');
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /^Confere .* listens on (\S+)$/.exec(line)?.[1];
    if (address !== undefined) {
      child.stdout.resume();
      return address;
    }
  }
  throw new Error('The service ended before it was ready.');
}

async function finish(code: number): Promise<void> {
  if (finishing) return;
  finishing = true;
  if (service !== undefined && service.exitCode === null && service.signalCode === null) {
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    await ended;
  }
  process.exit(code);
}

/** What a demo that was killed could not remove: its secret opens nothing, but it is not to lie about. */
function removeLeftOvers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1] ?? Number.NaN);
    if (!Number.isNaN(pid) && !isRunning(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

interface Demo {
  readonly address: string;
  readonly controlUrl: string;
  readonly key: string;
}

function printCommands({ address, controlUrl, key }: Demo): void {
  const call = (path: string, body: object): string =>
    `curl -s '${address}${path}' -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  const person = { cpf: '12345678909', name: 'João Pedro da Silva Santos', birth_date: '1985-03-14' };
  const parts = [
    [`Confere listens on ${address}, in front of simulated parties. In another terminal:`],
    ['A person whom all three simulated parties know:', call('/v1/verify/cpf', person)],
    ['The same with its reasons:', call('/v1/verify/cpf?explain=true', person)],
    ['A person with a fraud alert:', call('/v1/verify/cpf', { cpf: '90000000841' })],
    [
      'Now the fraud registry falls silent, and no answer pretends that there is no alert:',
      `curl -s -X PUT ${controlUrl}/_sim/pix-dict -d '{"fault":{"kind":"black_hole"}}'`,
      call('/v1/verify/cpf?explain=true', person),
    ],
    ['Everything as before:', `curl -s -X DELETE ${controlUrl}/_sim`],
    ['More faults: docs/simulator.md. Ctrl-C ends the demo and removes what it made.'],
  ];
  process.stdout.write(`${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`);
}
