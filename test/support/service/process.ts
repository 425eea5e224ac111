// The real process, started as an operator starts it, and the real command line.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { type RecordAct, withRecordedActs } from '../../../src/app/keys/record-key-acts.ts';
import {
  type KeyOptions,
  parseName,
  toKeyChanges,
  withKeyOptions,
} from '../../../src/cli/commands/keys/key-options.ts';
import { systemClock } from '../../../src/clock.ts';
import { recordAct } from '../../../src/compose/commands/audit/operator-act.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { loadConfig } from '../../../src/config.ts';
import type { KeyMode } from '../../../src/domain/access/api-key.ts';
import { type Scope, scopes } from '../../../src/domain/access/scopes.ts';
import { rememberKey } from '../canaries.ts';
import { createOutputDirectory } from '../output.ts';
import { main } from '../program.ts';
import { unhurried } from './unhurried.ts';

const root = join(import.meta.dirname, '../../..');

/** Another place decides by itself whether it runs its sources. */
function toProgram({ root: other, bySources = false }: Home): readonly [string, ...string[]] {
  if (other !== undefined) return [join(other, 'bin/confere')];
  return [process.execPath, bySources ? join(root, 'src/cli/main.js') : main];
}

export interface Home {
  readonly directory: string;
  readonly env: Record<string, string>;
  /** A checkout or a release, run by its own `bin/confere`; the program of this run unless told otherwise. */
  readonly root?: string;
  /** In place of the bundle that the tests start. */
  readonly bySources?: boolean;
}

/** A data and a secrets directory of its own, under the place that is searched for canaries. */
export function createHome(more: Record<string, string> = {}): Home {
  const directory = createOutputDirectory('home');
  return {
    directory,
    env: {
      ...unhurried,
      CONFERE_PORT: '0',
      CONFERE_ADMIN_PORT: '0',
      CONFERE_DATA_DIR: join(directory, 'data'),
      CONFERE_SECRETS_DIR: join(directory, 'secrets'),
      ...more,
    },
  };
}

export interface RunningProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly address: string;
  readonly port: number;
  /** All that it printed so far. */
  output(): string;
  residentBytes(): number;
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** `byNpm`: `npm start` in place of the bare command. */
export async function startProcess(home: Home, { byNpm = false } = {}): Promise<RunningProcess> {
  const env = { ...process.env, ...home.env };
  const [program, ...words] = byNpm ? ['npm', 'start'] : [...toProgram(home), 'serve'];
  const cwd = byNpm ? root : home.directory;
  const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  // Under load there are megabytes of it: looked into only where a test asks, and put together only then.
  const pieces: string[] = [];
  const output = () => {
    if (pieces.length > 1) pieces.splice(0, pieces.length, pieces.join(''));
    return pieces[0] ?? '';
  };
  mkdirSync(join(home.directory, 'output'), { recursive: true });
  const file = createWriteStream(join(home.directory, 'output', `${child.pid}.log`));
  const address = await new Promise<string>((resolve, reject) => {
    let isStarted = false;
    const take = (chunk: Buffer) => {
      pieces.push(chunk.toString());
      // The sandbox key is shown to whoever starts the service, on purpose; no other key may be.
      file.write(chunk);
      if (isStarted) return;
      const match = /listens on (http:\/\/\S+)/.exec(output());
      if (match === null) return;
      isStarted = true;
      resolve(match[1] as string);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    exited.then(([code]) => reject(new Error(`It ended with code ${code}:\n${output()}`)));
  });
  exited.catch(() => {});
  return {
    child,
    pid: child.pid as number,
    address,
    port: Number(new URL(address).port),
    output,
    residentBytes: () => readResidentBytes(child.pid as number),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code, endedBy] = await exited;
      return { code, signal: endedBy };
    },
  };
}

function readResidentBytes(pid: number): number {
  const match = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1]) * 1024;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function confere(home: Home, ...args: string[]): Promise<CommandResult> {
  return confereWithInput(home, '', ...args);
}

/** The same with something typed: what must not be an argument. */
export function confereWithInput(home: Home, input: string, ...args: string[]): Promise<CommandResult> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...home.env };
    // An export may be long, and Node would cut it at 1 MB.
    const options = { cwd: home.directory, env, maxBuffer: 256 * 1024 * 1024 };
    const [program, ...words] = toProgram(home);
    const child = execFile(program, [...words, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

export interface CreatedKey {
  readonly id: string;
  readonly key: string;
}

interface CreateOptions extends KeyOptions {
  readonly mode: KeyMode;
  readonly scope?: readonly Scope[];
}

/**
 * What `confere keys create` makes of the same words, with its record in the audit, by a second opening of the same files: a process
 * for each of the many keys of a test run would take half a minute of it. The command itself is tested in keys.test.ts.
 */
export async function createKey({ directory, env }: Home, ...args: string[]): Promise<CreatedKey> {
  const command = new Command().exitOverride().option('--name <name>', '', parseName).option('--mode <mode>');
  withKeyOptions(command.option('--scope <scope...>')).parse(args, { from: 'user' });
  const { mode, scope, ...options } = command.opts<CreateOptions>();
  const config = loadConfig({ cwd: directory, env });
  const stores = await openStores(config, systemClock);
  try {
    const record: RecordAct = (act, target) => recordAct(config, act, target);
    const keys = withRecordedActs(stores.manageKeys, { record, recordIfPossible: record });
    const { key, record: made } = await keys.create({
      name: 'test',
      ...toKeyChanges(options, { nowMs: systemClock.nowMs(), purposes: config['audit.purposes'] }),
      mode,
      ...(scope === undefined ? {} : { scopes: scopes.filter((each) => scope.includes(each)) }),
    });
    return { id: made.id, key: rememberKey(key) };
  } finally {
    await stores.close();
  }
}
