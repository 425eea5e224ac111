// `npm run demo`: simulated parties and the service in front of them, wired as examples/demo/confere.yaml is. It leads a few people through
// its plan of checks, and prints a live key and commands to try. It takes free ports. Everything it makes lies in a temporary directory
// and is gone when it ends, however it ends.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { createSimulator } from '../src/compose/commands/simulator.ts';
import { clientId, clientSecret, staticToken } from '../src/sim/party.ts';
import { parties, type Simulator } from '../src/sim/server.ts';
import { type DemoPerson, type DemoSource, type Explained, people, showCases } from './demo/cases.ts';

const root = join(import.meta.dirname, '..');
const confere = join(root, 'src/cli/main.js');
const example = join(root, 'examples/demo');
const prefix = 'confere-demo-';
const firstPartyPort = 4011;
const patient = { deadline_ms: 6000, connect_ms: 3000 };

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
  // Long enough for a machine that is busy: what the demo shows must not hang on it.
  CONFERE_VERIFICATION_DEADLINE_MS: '20000',
  SERASA_CLIENT_ID: clientId,
  SERASA_CLIENT_SECRET: clientSecret,
  SERPRO_CONSUMER_KEY: clientId,
  SERPRO_CONSUMER_SECRET: clientSecret,
  QUOD_API_KEY: staticToken,
  FRAUD_REGISTRY_TOKEN: staticToken,
  INCOME_API_KEY: staticToken,
};

let service: ChildProcess | undefined;
let finishing = false;

// More than once, because npm may send what the terminal has already sent.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void finish(0));

try {
  const simulator = await createSimulator({ port: 0 });
  const written = readExample();
  writeFileSync(env.CONFERE_CONFIG, describeParties(written, simulator));
  const created = await promisify(execFile)(
    process.execPath,
    [confere, 'keys', 'create', '--name', 'demo', '--mode', 'live', '--json'],
    { env },
  );
  const { key } = JSON.parse(created.stdout) as { key: string };
  const address = await startService();
  const verify = async (person: DemoPerson) => {
    const { headers, body } = toCall(key, person);
    const answer = await fetch(`${address}/v1/verify/cpf?explain=true`, { method: 'POST', headers, body });
    return (await answer.json()) as Explained;
  };
  const shown = await showCases({ simulator, sources: listSources(written), verify });
  if (!finishing) printDemo(shown, { address, controlUrl: simulator.controlUrl, key });
} catch (error) {
  // A command that failed has said why; the rest of its message is only its own arguments.
  const { stderr, message } = error as { stderr?: string; message?: string };
  if (!finishing) process.stderr.write(`${(stderr || message || String(error)).trimEnd()}\n`);
  await finish(1);
}

interface Example {
  readonly sources: Readonly<
    Record<string, { readonly base_url: string; readonly profile?: string; readonly price?: [DemoSource['charges']] }>
  >;
}

function readExample(): Example {
  return parse(readFileSync(join(example, 'confere.yaml'), 'utf8')) as Example;
}

/** Returns the party for an address. The example uses the simulator's default ports. */
function findParty(baseUrl: string): string {
  const party = parties[Number(new URL(baseUrl).port) - firstPartyPort];
  if (party === undefined) throw new Error(`No simulated party has the address ${baseUrl}.`);
  return party.name;
}

function listSources({ sources }: Example): readonly DemoSource[] {
  return Object.values(sources).map(({ base_url, price }) => ({ party: findParty(base_url), charges: price?.[0] }));
}

/** The example's file, with the addresses that the simulator really has. */
function describeParties(written: Example, simulator: Simulator): string {
  const wired = Object.entries(written.sources).map(([name, source]) => [
    name,
    {
      ...source,
      ...(source.profile === undefined ? {} : { profile: resolve(example, source.profile) }),
      base_url: simulator.urlOf(findParty(source.base_url)),
      ...patient,
    },
  ]);
  return stringify({ ...written, sources: Object.fromEntries(wired) });
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

/** Removes the folders that a killed demo left behind. A demo's secret opens nothing, but it should not remain on disk. */
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

function toCall(key: string, person: DemoPerson) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  return { headers, body: JSON.stringify(person) };
}

function printDemo(shown: readonly (readonly string[])[], { address, controlUrl, key }: Demo): void {
  const call = (person: DemoPerson): string => {
    const { headers, body } = toCall(key, person);
    const written = Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`);
    return `curl -s '${address}/v1/verify/cpf?explain=true' ${written.join(' ')} -d '${body}'`;
  };
  const fail = (party: string): string =>
    `curl -s -X PUT ${controlUrl}/_sim/${party} -d '{"fault":{"kind":"status","status":503}}'`;
  const settings = Object.entries(env).filter(([name]) => /^CONFERE_(CONFIG|DATA_DIR|SECRETS_DIR)$/.test(name));
  const command = (words: string): string =>
    `${settings.map(([name, value]) => `${name}='${value}'`).join(' ')} '${process.execPath}' '${confere}' ${words}`;
  const parts = [
    [`Confere listens on ${address}, in front of five simulated parties that it asks by a plan.`],
    ...shown,
    ['In another terminal. The plan:', command('checks show')],
    ['What it has cost so far, by key and source:', command('usage')],
    ['The first person again, with all reasons:', call(people.inOrder)],
    [
      'Now the fraud registry fails, and no answer pretends that there is no alert:',
      fail('pix-dict'),
      call(people.inOrder),
    ],
    ['Everything as before:', `curl -s -X DELETE ${controlUrl}/_sim`],
    ['More faults: docs/simulator.md. Plans: docs/checks.md. Ctrl-C ends the demo and removes what it made.'],
  ];
  process.stdout.write(`${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`);
}
