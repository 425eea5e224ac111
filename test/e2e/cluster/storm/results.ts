// What the last whole storm came to, and which breaks of the product were found, kept beside the code so that the page shows both.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Rule } from './judge.ts';
import { answersOf, type Ledger } from './ledger.ts';
import type { StormReport } from './run-storm.ts';

export interface StormFigures {
  readonly date: string;
  readonly machine: string;
  readonly commit: string;
  readonly seed: number;
  readonly minutes: number;
  readonly violations: number;
  /** How often each was inflicted. */
  readonly faults: Readonly<Record<string, number>>;
  /** Requests, by what came back. */
  readonly results: Readonly<Record<string, number>>;
  readonly subjects: {
    readonly people: number;
    readonly peopleAsked: number;
    readonly repeatedCalls: number;
    readonly batches: number;
    readonly rows: number;
    readonly watches: number;
    readonly endpoints: number;
    readonly endedKeys: number;
  };
}

export interface Proof {
  readonly rule: Rule;
  readonly commit: string;
  readonly date: string;
}

interface Kept {
  readonly storm: StormFigures;
  readonly proofs: Readonly<Record<string, Proof>>;
}

const file = join(import.meta.dirname, 'results.json');
const root = join(import.meta.dirname, '../../../..');

export function readStormResults(): Kept {
  return JSON.parse(readFileSync(file, 'utf8')) as Kept;
}

function keep(changes: Partial<Kept>): void {
  writeFileSync(file, `${JSON.stringify({ ...readStormResults(), ...changes }, null, 2)}\n`);
}

export function keepStorm({ ledger, violations, results, seconds, peopleAsked }: StormReport): void {
  const faults: Record<string, number> = {};
  for (const { fault } of ledger.inflicted) faults[fault] = (faults[fault] ?? 0) + 1;
  keep({
    storm: {
      ...describeRun(),
      machine: `${cpus().length} cores (${process.arch}), Node ${process.version}`,
      seed: ledger.seed,
      minutes: seconds / 60,
      violations: violations.length,
      faults,
      results,
      subjects: { ...countSubjects(ledger), peopleAsked },
    },
  });
}

export function keepProof(id: string, rule: Rule): void {
  keep({ proofs: { ...readStormResults().proofs, [id]: { rule, ...describeRun() } } });
}

function countSubjects({ people, batches, watches, endpoints, keys }: Ledger) {
  const repeated = people.filter(({ how, sent }) => how === 'once' && sent.length > 1);
  const acknowledged = <Subject extends Parameters<typeof answersOf>[0]>(subjects: readonly Subject[]) =>
    subjects.filter((subject) => [200, 201, 202].some((status) => answersOf(subject, status).length > 0));
  const taken = acknowledged(batches);
  return {
    people: people.length,
    repeatedCalls: repeated.length,
    batches: taken.length,
    rows: taken.reduce((sum, { rows }) => sum + rows.length, 0),
    watches: acknowledged(watches).length,
    endpoints: acknowledged(endpoints).length,
    endedKeys: keys.filter(({ endedAtMs }) => endedAtMs !== undefined).length,
  };
}

function describeRun(): { readonly commit: string; readonly date: string } {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return { commit: stdout.trim(), date: new Date().toISOString().slice(0, 10) };
}
