// Whether what was promised held for everything that the ledger knows. Pure: what was found afterwards is handed in.

import { isDeepStrictEqual } from 'node:util';
import { readOutcomes, toImplied } from '../../../support/parties/implied.ts';
import { toBatchIds } from './callers/batches.ts';
import { outcomeUnknown } from './callers/people.ts';
import { answersOf, type Batch, type Ledger, listSubjects, type Person, type Sent, type Watch } from './ledger.ts';
import { toVersion } from './registries.ts';

/** What is there once all is calm again. */
export interface Found {
  /** How often the party that was asked most often was asked about a person, by label. */
  readonly asked: ReadonlyMap<string, number>;
  /** The ids of the requests about people of which the audit has a record. */
  readonly recorded: ReadonlySet<string>;
  /** The labels of those of whom the audit has a record or an intent. */
  readonly traced: ReadonlySet<string>;
  /** What `audit verify` says, held against heads that were kept in the middle of the storm. */
  readonly chain: { readonly kind: string; readonly detail: string };
  /** By the id of the batch; the lines of its results as they were read from each node. */
  readonly batches: ReadonlyMap<string, FoundBatch>;
  readonly watches: ReadonlyMap<string, FoundWatch>;
  /** The ids of those that are listed. */
  readonly endpoints: ReadonlySet<string>;
  /** The event of each batch that the receiver was sent, by batch: the ids of the messages. */
  readonly told: ReadonlyMap<string, ReadonlySet<string>>;
  /** The events of each batch that `GET /v1/events` has, by batch. */
  readonly events: ReadonlyMap<string, number>;
  /** Of each process: how many answers it said it could not keep, and when it was killed, if it was. */
  readonly processes: ReadonlyMap<string, { readonly unkept: number; readonly killedAtMs: number | undefined }>;
  /** The snapshot that is live everywhere. */
  readonly version: number;
}

export interface FoundBatch {
  readonly status: string;
  readonly results: readonly (readonly BatchLine[])[];
}

export interface BatchLine {
  readonly row: number;
  readonly status: string;
  readonly reason: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: an answer as a caller gets it
  readonly answer: any;
}

export interface FoundWatch {
  readonly companies: number;
  readonly changes: readonly {
    readonly cursor: string;
    readonly cnpj: string;
    readonly before: string;
    readonly after: string;
  }[];
}

export interface Violation {
  readonly rule: Rule;
  readonly subject: string;
  readonly detail: string;
}

export const rules = [
  'asked-once',
  'answered-once',
  'answer-kept',
  'answer-right',
  'answer-recorded',
  'asking-traced',
  'batch-kept',
  'batch-whole',
  'batch-told',
  'watch-kept',
  'endpoint-kept',
  'key-dead',
  'key-alive',
  'refusal-documented',
  'chain-whole',
] as const;
export type Rule = (typeof rules)[number];

export function judge(ledger: Ledger, found: Found): readonly Violation[] {
  return [
    ...ledger.people.flatMap((person) => judgePerson(person, found)),
    ...judgeKept(ledger.people, found),
    ...ledger.batches.flatMap((batch) => judgeBatch(batch, found)),
    ...ledger.watches.flatMap((watch) => judgeWatch(watch, found)),
    ...judgeEndpoints(ledger, found),
    ...judgeKeys(ledger),
    ...judgeRefusals(ledger),
    ...(found.chain.kind === 'intact' ? [] : [broken('chain-whole', 'the audit', found.chain.detail)]),
  ];
}

const broken = (rule: Rule, subject: string, detail: string): Violation => ({ rule, subject, detail });

function judgePerson(person: Person, { asked, recorded, traced }: Found): readonly Violation[] {
  const { label } = person;
  const violations: Violation[] = [];
  const times = asked.get(label) ?? 0;
  if (times > 1) violations.push(broken('asked-once', label, `a party was asked ${times} times`));
  if (times > 0 && !traced.has(label)) violations.push(broken('asking-traced', label, 'asked, and not in the audit'));
  const answers = answersOf(person, 200);
  for (const { body } of answers) {
    if (!recorded.has(body.request_id)) violations.push(broken('answer-recorded', label, body.request_id));
    const fault = findFault(person, body);
    if (fault !== undefined) violations.push(broken('answer-right', label, fault));
  }
  if (answers.filter(({ isReplayed }) => !isReplayed).length > 1) {
    violations.push(broken('answered-once', label, 'two calls with one Idempotency-Key were carried out'));
  }
  const [first] = answers;
  for (const { body } of answers) {
    if (!isDeepStrictEqual(body, first?.body)) violations.push(broken('answered-once', label, 'two answers differ'));
  }
  return violations;
}

function findFault({ query }: Person, answer: Record<string, unknown>): string | undefined {
  const { request_id: _id, processed_at: _at, explanation, ...rest } = answer;
  const implied = toImplied(query, readOutcomes(explanation as Parameters<typeof readOutcomes>[0]));
  if (isDeepStrictEqual(rest, implied)) return undefined;
  const fields = Object.keys({ ...rest, ...implied });
  return `differs in ${fields.filter((field) => !isDeepStrictEqual(rest[field], (implied as typeof rest)[field]))}`;
}

/** A line of the log waits this long for company before it is written. */
const logWaitsMs = 1_000;

/**
 * An answer that was given is given again. What a process could not keep it says in its log, once for each; one that was killed may have
 * had no time for that.
 */
function judgeKept(people: readonly Person[], { processes }: Found): readonly Violation[] {
  const lost = people
    .filter(({ how }) => how === 'once')
    .flatMap((person) => {
      const [first] = answersOf(person, 200);
      if (first === undefined) return [];
      const later = person.sent.filter(({ sentAtMs }) => sentAtMs > first.endedAtMs);
      const isLost = later.some(
        ({ result, isReplayed }) => result.startsWith('409') || (result === '200' && !isReplayed),
      );
      const isShown = answersOf(person, 200).some(({ isReplayed }) => isReplayed);
      return isLost ? [{ person, first, isShown }] : [];
    });
  const excuses = new Map([...processes].map(([name, { unkept }]) => [name, unkept]));
  return lost.flatMap(({ person: { label }, first, isShown }) => {
    const killedAtMs = processes.get(first.to)?.killedAtMs;
    const left = excuses.get(first.to) ?? 0;
    excuses.set(first.to, left - 1);
    const isExcused = left > 0 || (killedAtMs !== undefined && killedAtMs - first.endedAtMs < logWaitsMs);
    if (isExcused && !isShown) return [];
    return [broken('answer-kept', label, `${isShown ? 'replayed' : 'answered'} by ${first.to}, and not known later`)];
  });
}

function judgeBatch(batch: Batch, { batches, recorded, told, events }: Found): readonly Violation[] {
  const { label, rows, isTold } = batch;
  const ids = toBatchIds(batch);
  if (ids.length === 0) return [];
  if (ids.length > 1) return [broken('batch-kept', label, `one Idempotency-Key, ${ids.length} batches`)];
  const id = ids[0] as string;
  const lost = batch.sent.filter(({ what, result }) => what === 'look' && result.startsWith('404'));
  const found = batches.get(id);
  if (found === undefined || lost.length > 0) return [broken('batch-kept', label, `${id} is not there`)];
  if (found.status !== 'completed') return [broken('batch-whole', label, `${id} is ${found.status}`)];
  const [lines = [], ...others] = found.results;
  const violations: Violation[] = [];
  if (others.some((other) => !isDeepStrictEqual(other, lines))) {
    violations.push(broken('batch-whole', label, 'the nodes tell different results'));
  }
  const numbers = lines.map(({ row }) => row);
  const wanted = rows.map((_, index) => index + 1);
  if (!isDeepStrictEqual(numbers, wanted)) {
    violations.push(broken('batch-whole', label, `rows ${wanted.filter((row) => !numbers.includes(row))} are missing`));
  }
  for (const { row, status, reason, answer } of lines) {
    const person = rows[row - 1] as Person;
    if (status === 'answered') {
      const fault = findFault(person, answer);
      if (fault !== undefined) violations.push(broken('answer-right', person.label, fault));
      if (!recorded.has(answer.request_id)) violations.push(broken('answer-recorded', label, answer.request_id));
    } else if (status !== 'outcome_unknown') {
      violations.push(broken('batch-whole', label, `row ${row} is ${status} (${reason})`));
    }
  }
  const messages = told.get(id)?.size ?? 0;
  if (isTold && messages !== 1) violations.push(broken('batch-told', label, `${messages} messages tell of ${id}`));
  const count = events.get(id) ?? 0;
  if (count !== 1) violations.push(broken('batch-told', label, `${count} events tell of ${id}`));
  return violations;
}

function judgeWatch(watch: Watch, { watches, version }: Found): readonly Violation[] {
  const { label, cnpjs, sent, version: madeAt = version } = watch;
  const made = sent.filter(({ what, result }) => what === 'make' && result.startsWith('2'));
  const ids = [...new Set(made.map(({ body }) => body.id as string))];
  if (ids.length === 0) return [];
  if (ids.length > 1) return [broken('watch-kept', label, `one Idempotency-Key, ${ids.length} watches`)];
  const found = watches.get(ids[0] as string);
  if (isRemoved(sent)) return found === undefined ? [] : [broken('watch-kept', label, 'removed, and still there')];
  // Somebody asked for its end and never heard: it may be either.
  if (sent.some(({ what }) => what === 'remove')) return [];
  if (found === undefined) return [broken('watch-kept', label, 'it is not there')];
  if (found.companies !== cnpjs.length) return [broken('watch-kept', label, `it has ${found.companies} companies`)];
  const ordered = found.changes.map(({ cursor }) => Number(cursor));
  if (ordered.some((cursor, index) => cursor !== index + 1))
    return [broken('watch-kept', label, 'changes are missing')];
  // Every company goes from name to name without a gap, up to the one that it has.
  for (const cnpj of cnpjs) {
    const own = found.changes.filter((change) => change.cnpj === cnpj);
    const isGapless = own.every(({ before }, index) => index === 0 || before === own[index - 1]?.after);
    if (!isGapless) return [broken('watch-kept', label, 'a change was told twice, or never')];
    const toldUpTo = own.length === 0 ? madeAt : toVersion(own.at(-1)?.after);
    if (toldUpTo < version) return [broken('watch-kept', label, `told up to version ${toldUpTo} of ${version}`)];
  }
  return [];
}

const isRemoved = (sent: readonly Sent[]) =>
  sent.some(({ what, result }) => what === 'remove' && result.startsWith('2'));

function judgeEndpoints({ endpoints }: Ledger, found: Found): readonly Violation[] {
  return endpoints.flatMap(({ label, sent }) => {
    const made = sent.find(({ what, result }) => what === 'make' && result.startsWith('2'));
    if (made === undefined) return [];
    const isThere = found.endpoints.has(made.body.id);
    if (isRemoved(sent)) return isThere ? [broken('endpoint-kept', label, 'removed, and still there')] : [];
    const isAsked = sent.some(({ what }) => what === 'remove');
    return isThere || isAsked ? [] : [broken('endpoint-kept', label, 'it is not there')];
  });
}

/** So long a node may not have heard of a newer server, while the older one still answers it: docs/shared-database.md. */
const hearsWithinMs = 5_000;

function judgeKeys({ keys, inflicted }: Ledger): readonly Violation[] {
  const both = inflicted.filter(({ fault }) => fault === 'failover-both-alive');
  const isMadeBeside = (madeAtMs: number) =>
    both.some(({ beganAtMs, endedAtMs = Number.POSITIVE_INFINITY }) => madeAtMs >= beganAtMs && madeAtMs < endedAtMs);
  return keys.flatMap(
    ({ label, madeAtMs, sent, endedAtMs = Number.POSITIVE_INFINITY, endingAtMs = Number.POSITIVE_INFINITY }) =>
      sent
        .filter(({ what }) => what === 'use')
        .flatMap(({ sentAtMs, endedAtMs: answeredAtMs, result, to }) => {
          if (sentAtMs >= endedAtMs && result === '200') {
            const lateMs = Math.round(sentAtMs - endedAtMs);
            return [broken('key-dead', label, `works on ${to}, ${lateMs} ms after its end was told`)];
          }
          const isUnheard = isMadeBeside(madeAtMs) && answeredAtMs < madeAtMs + hearsWithinMs;
          const isEarly = answeredAtMs < endingAtMs && !isUnheard;
          return isEarly && result.startsWith('401') ? [broken('key-alive', label, `refused by ${to}`)] : [];
        }),
  );
}

/** Whatever stands here is documented for a database, a node or Redis that is gone. */
const documented: readonly RegExp[] = [
  /^2\d\d$/,
  /^lost$/,
  /^409 idempotency_in_progress$/,
  new RegExp(`^${outcomeUnknown}$`),
  /^503 (overloaded|audit_unavailable)$/,
];
const gone = /^404 (watch|webhook)_not_found$/;

function judgeRefusals(ledger: Ledger): readonly Violation[] {
  return listSubjects(ledger).flatMap(({ label, sent }) =>
    sent
      .filter(({ what, to, result }) => {
        // Of keys that are ended on purpose, it is judged with them.
        if (to === 'operator' || (what === 'use' && result.startsWith('401'))) return false;
        if (what === 'remove' && gone.test(result)) return false;
        return !documented.some((pattern) => pattern.test(result));
      })
      .map(({ what, to, result }) => broken('refusal-documented', label, `${what} -> ${to}: ${result}`)),
  );
}
