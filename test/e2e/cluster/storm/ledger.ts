// Every request that was sent in a storm, by what it concerns, with what came back and when: what is judged at the end, and what is shown of
// a subject that was wronged. Subjects go by labels; nothing here prints a number, a name or a key.

import { performance } from 'node:perf_hooks';
import type { PersonQuery } from '../../../../src/domain/person/evidence.ts';

export interface Sent {
  readonly what: string;
  /** The node and which of its processes that was, such as `two#3`; `operator` for what did not go over HTTP. */
  readonly to: string;
  readonly sentAtMs: number;
  readonly endedAtMs: number;
  /** `200`, the status with the code of the problem (`503 overloaded`), or `lost` where no whole answer came. */
  readonly result: string;
  readonly isReplayed?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
  readonly body?: any;
}

interface Subject {
  readonly label: string;
  readonly sent: Sent[];
}

export interface Person extends Subject {
  readonly query: PersonQuery;
  /** In one call, in calls with one Idempotency-Key, or as the row of a batch. */
  readonly how: 'single' | 'once' | 'row';
}

export interface Batch extends Subject {
  /** One for each row; the same person may be there twice. */
  readonly rows: readonly Person[];
  readonly isTold: boolean;
}

export interface Watch extends Subject {
  readonly cnpjs: readonly string[];
  /** Of the registry when it was acknowledged: the nodes had this one, or the one before. */
  version: number | undefined;
}

/** One secret: a rotated key has two. */
export interface Key extends Subject {
  readonly secret: string;
  readonly id: string;
  readonly madeAtMs: number;
  /** When it was told that the secret works nowhere any more. */
  endedAtMs: number | undefined;
  /** When somebody began to end it. */
  endingAtMs: number | undefined;
}

export interface Endpoint extends Subject {
  readonly key: string;
}

/** Something that was done to the cluster. */
export interface Inflicted {
  readonly fault: string;
  readonly detail: string;
  readonly beganAtMs: number;
  endedAtMs: number | undefined;
}

export interface Ledger {
  readonly seed: number;
  readonly beganAtMs: number;
  readonly people: Person[];
  readonly batches: Batch[];
  readonly watches: Watch[];
  readonly keys: Key[];
  readonly endpoints: Endpoint[];
  readonly inflicted: Inflicted[];
}

export function createLedger(seed: number): Ledger {
  return { seed, beganAtMs: now(), people: [], batches: [], watches: [], keys: [], endpoints: [], inflicted: [] };
}

export function listSubjects({ people, batches, watches, keys, endpoints }: Ledger): readonly Subject[] {
  return [...people, ...batches, ...watches, ...keys, ...endpoints];
}

/** The answers of this status, in the order in which they came. */
export function answersOf({ sent }: Pick<Subject, 'sent'>, status: number): readonly Sent[] {
  return sent
    .filter(({ result }) => Number.parseInt(result, 10) === status)
    .toSorted((a, b) => a.endedAtMs - b.endedAtMs);
}

/** What happened to one subject, and to the cluster meanwhile, line by line. */
export function tellHistory(ledger: Ledger, label: string): string {
  const subject = listSubjects(ledger).find((each) => each.label === label);
  const sent = subject?.sent ?? [];
  const fromMs = Math.min(...sent.map(({ sentAtMs }) => sentAtMs));
  const untilMs = Math.max(...sent.map(({ endedAtMs }) => endedAtMs));
  const toSeconds = (ms: number) => `${((ms - ledger.beganAtMs) / 1000).toFixed(3)} s`;
  const lines = [
    ...sent.map(({ what, to, sentAtMs, endedAtMs, result, isReplayed }) => ({
      atMs: sentAtMs,
      text: `${what} -> ${to}: ${result}${isReplayed ? ', replayed' : ''} at ${toSeconds(endedAtMs)}`,
    })),
    ...ledger.inflicted
      .filter(({ beganAtMs, endedAtMs }) => beganAtMs <= untilMs && (endedAtMs ?? Number.POSITIVE_INFINITY) >= fromMs)
      .map(({ fault, detail, beganAtMs, endedAtMs }) => ({
        atMs: beganAtMs,
        text: `(${fault}: ${detail}, until ${endedAtMs === undefined ? 'the end' : toSeconds(endedAtMs)})`,
      })),
  ];
  return lines
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ atMs, text }) => `    ${toSeconds(atMs)} ${text}`)
    .join('\n');
}

export function now(): number {
  return performance.now();
}
