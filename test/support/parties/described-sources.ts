// Descriptions written as an operator writes them, read by the real reader: nothing of the service is bypassed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Clock } from '../../../src/app/clock.ts';
import type { PersonSource } from '../../../src/app/verify/ports.ts';
import { systemClock } from '../../../src/clock.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import type { PersonQuery } from '../../../src/domain/person/evidence.ts';
import { createHttpSources, type HttpSources } from '../../../src/sources/create-http-sources.ts';
import type { SourceEvent } from '../../../src/sources/http-source.ts';
import type { CacheParts } from '../../../src/sources/kept-answers.ts';
import type { BoughtParts } from '../../../src/sources/protect/kept/sealed-entries.ts';
import type { LoopStalls } from '../../../src/sources/protect/loop-stalls.ts';
import type { CheckedSources } from '../../../src/sources/read/checked-party.ts';
import { getSources } from '../../../src/sources/read/read-sources.ts';
import { failRun } from '../fail-run.ts';
import { byName } from './contract-parties.ts';

export type SourceText = Readonly<Record<string, unknown>>;

/** A synthetic person; nobody bears this number by our doing. */
export const person: PersonQuery = { cpf: completeCpf('390533447'), name: null, birthDate: '1987-05-21' };

/** The plainest bureau: GET with the number in a header, our own words in the answer. It may be as late as a busy machine makes it. */
export function describeBureau(origin: string, overrides: SourceText = {}): SourceText {
  return {
    base_url: origin,
    deadline_ms: 28_000,
    connect_ms: 10_000,
    request: { path: '/person', headers: { 'X-Document': '{cpf}' } },
    outcomes: [{ status: 404, content_type: 'application/json', means: 'not_found' }],
    mapping: {
      cpf: 'cpf',
      name: 'name',
      birth_date: 'birth_date',
      registration: 'registration',
      pending_debts: 'pending_debts',
      score: 'score',
      fraud_alert: 'fraud_alert',
    },
    ...overrides,
  };
}

/** What `describeBureau` expects to be answered. */
export const goodAnswer = {
  cpf: person.cpf,
  name: 'JOANA EXEMPLO DA SILVA',
  birth_date: '1987-05-21',
  registration: 'regular',
  pending_debts: false,
  score: 742,
  fraud_alert: false,
};

export async function readDescribed(
  sources: Readonly<Record<string, SourceText>>,
  env: Readonly<Record<string, string>> = {},
  checks?: unknown,
): Promise<CheckedSources> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-sources-'));
  try {
    const file = join(folder, 'confere.yaml');
    writeFileSync(file, stringify({ sources, ...(checks !== undefined && { checks }) }));
    return await getSources({ file, findVariable: (name) => env[name] });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** All three parties at the same description, so that any of them can be asked. */
export function describeThree(bureau: SourceText): Readonly<Record<string, SourceText>> {
  return { bureau_a: bureau, bureau_b: bureau, fraud_registry: bureau };
}

interface Started extends Omit<HttpSources, 'people' | 'close'> {
  close(): Promise<void>;
  /** With the patience of the test. */
  readonly closeWith: HttpSources['close'];
  readonly people: ReturnType<typeof byName<PersonSource>>;
  readonly events: readonly SourceEvent[];
}

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly cache?: CacheParts;
  readonly bought?: BoughtParts;
  readonly lingerMs?: number;
  readonly stalls?: LoopStalls;
  /** The plan of the file. */
  readonly checks?: unknown;
}

export async function startSources(
  sources: Readonly<Record<string, SourceText>>,
  options: StartOptions = {},
): Promise<Started> {
  const events: SourceEvent[] = [];
  const started = createHttpSources({
    sources: await readDescribed(sources, options.env, options.checks),
    clock: options.clock ?? systemClock,
    random: () => 0.5,
    ...(options.cache === undefined ? {} : { cache: options.cache }),
    ...(options.bought === undefined ? {} : { bought: options.bought }),
    lingerMs: options.lingerMs,
    stalls: options.stalls,
    onEvent: (event) => {
      events.push(event);
      if (event.kind === 'defect') failRun(event.error);
    },
  });
  if (started.people === undefined) throw new Error('the description holds no parties about people');
  const { close, ...rest } = started;
  return { ...rest, people: byName(started.people), events, close: () => close(), closeWith: close };
}
