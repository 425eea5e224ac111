// The judge of a storm, on histories that are made up: each kind of violation is found, and what is documented is none.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contractSourceNames } from '../../../../src/domain/person/contract-sources.ts';
import { applyEdit } from '../../../reliability/prove/mutant.ts';
import { createQuery, toImplied } from '../../../support/parties/implied.ts';
import { type Found, judge, type Rule, rules } from './judge.ts';
import { createLedger, type Key, type Person, type Sent, tellHistory } from './ledger.ts';
import { stormMutants } from './mutants.ts';

const root = join(import.meta.dirname, '../../../..');
const query = createQuery(41_000_000);
const outcomes = Object.fromEntries(contractSourceNames.map((name) => [name, 'answered'])) as Record<
  (typeof contractSourceNames)[number],
  string
>;
const explanation = { sources: Object.fromEntries(contractSourceNames.map((name) => [name, { outcome: 'answered' }])) };
const answer = { ...toImplied(query, outcomes), request_id: 'req_1', processed_at: 'now', explanation };
const sent = (atMs: number, changes: Partial<Sent> = {}): Sent => ({
  what: 'verify',
  to: 'one#1',
  sentAtMs: atMs,
  endedAtMs: atMs + 10,
  result: '200',
  isReplayed: false,
  body: answer,
  ...changes,
});
const replayed = { isReplayed: true };
const unknown = { result: '409 idempotency_outcome_unknown', body: {} };

/** A person, a batch, a watch, an endpoint and a key, of which everything holds. */
function makeWhole() {
  const person: Person = { label: 'person 1', query, how: 'once', sent: [sent(100), sent(200, replayed)] };
  const row: Person = { label: 'person 2', query, how: 'row', sent: [] };
  const key: Key = { label: 'secret 1', secret: '', id: '', madeAtMs: 90, sent: [], endingAtMs: 500, endedAtMs: 600 };
  key.sent.push(
    sent(100, { what: 'use' }),
    sent(500, { what: 'use' }),
    sent(700, { what: 'use', result: '401 invalid_api_key' }),
  );
  const ledger = { ...createLedger(7), people: [person, row], keys: [key] };
  ledger.batches.push({
    label: 'batch 1',
    rows: [row],
    isTold: true,
    sent: [sent(100, { what: 'take in', result: '202', body: { id: 'bat_1' } })],
  });
  ledger.watches.push({
    label: 'watch 1',
    cnpjs: ['11'],
    version: 1,
    sent: [sent(100, { what: 'make', result: '201', body: { id: 'wat_1' } })],
  });
  ledger.endpoints.push({
    label: 'endpoint 1',
    key: '',
    sent: [sent(100, { what: 'make', result: '201', body: { id: 'wh_1' } })],
  });
  const lines = [{ row: 1, status: 'answered', reason: null, answer }];
  const change = { cursor: '1', cnpj: '11', before: 'EMPRESA 1 VERSAO 1', after: 'EMPRESA 1 VERSAO 2' };
  const found: Found = {
    asked: new Map([
      ['person 1', 1],
      ['person 2', 1],
    ]),
    recorded: new Set(['req_1']),
    traced: new Set(['person 1', 'person 2']),
    chain: { kind: 'intact', detail: '' },
    batches: new Map([['bat_1', { status: 'completed', results: [lines, lines] }]]),
    watches: new Map([['wat_1', { companies: 1, changes: [change] }]]),
    endpoints: new Set(['wh_1']),
    told: new Map([['bat_1', new Set(['msg_1'])]]),
    events: new Map([['bat_1', 1]]),
    processes: new Map([['one#1', { unkept: 0, killedAtMs: undefined }]]),
    version: 2,
  };
  return { ledger, person, key, lines, change, found };
}

type Whole = ReturnType<typeof makeWhole>;
type Break = (whole: Whole) => Partial<Found> | undefined;

const breaks: readonly (readonly [Rule, string, Break])[] = [
  ['asked-once', 'a party is asked twice', () => ({ asked: new Map([['person 1', 2]]) })],
  ['answered-once', 'a call is carried out twice', ({ person }) => void person.sent.push(sent(300))],
  [
    'answered-once',
    'a replay tells something else',
    ({ person }) => void person.sent.push(sent(300, { ...replayed, body: { ...answer, processed_at: 'later' } })),
  ],
  [
    'answer-kept',
    'an answer that was replayed is not known',
    ({ person }) => void person.sent.push(sent(300, unknown)),
  ],
  [
    'answer-kept',
    'an answer is not known, and no log says why',
    ({ person }) => void person.sent.splice(1, 1, sent(300, unknown)),
  ],
  [
    'answer-right',
    'another answer than the parties imply',
    ({ person }) => void person.sent.splice(0, 2, sent(100, { body: { ...answer, score: -1 } })),
  ],
  ['answer-recorded', 'an answer has no record', () => ({ recorded: new Set() })],
  ['asking-traced', 'somebody was asked about without a trace', () => ({ traced: new Set(['person 2']) })],
  ['batch-kept', 'a batch is gone', () => ({ batches: new Map() })],
  [
    'batch-kept',
    'one key has two batches',
    ({ ledger }) => void ledger.batches[0]?.sent.push(sent(200, { what: 'take in', result: '202', body: { id: 'b' } })),
  ],
  [
    'batch-whole',
    'a row is missing',
    () => ({ batches: new Map([['bat_1', { status: 'completed', results: [[], []] }]]) }),
  ],
  [
    'batch-whole',
    'a batch does not end',
    ({ lines }) => ({ batches: new Map([['bat_1', { status: 'running', results: [lines, lines] }]]) }),
  ],
  [
    'batch-whole',
    'a node tells another result',
    ({ lines }) => ({ batches: new Map([['bat_1', { status: 'completed', results: [lines, []] }]]) }),
  ],
  ['batch-told', 'nobody is told of a batch', () => ({ told: new Map() })],
  ['batch-told', 'a batch has two events', () => ({ events: new Map([['bat_1', 2]]) })],
  ['watch-kept', 'a watch is gone', () => ({ watches: new Map() })],
  ['watch-kept', 'a switch is not told', () => ({ version: 3 })],
  [
    'watch-kept',
    'a switch is told twice',
    ({ change }) => ({
      watches: new Map([['wat_1', { companies: 1, changes: [change, { ...change, cursor: '2' }] }]]),
    }),
  ],
  ['endpoint-kept', 'an endpoint is gone', () => ({ endpoints: new Set() })],
  [
    'endpoint-kept',
    'an endpoint that was removed is there',
    ({ ledger }) => void ledger.endpoints[0]?.sent.push(sent(200, { what: 'remove', result: '204' })),
  ],
  ['key-dead', 'a key works after its end was told', ({ key }) => void key.sent.push(sent(601, { what: 'use' }))],
  [
    'key-alive',
    'a key is refused that nobody has ended',
    ({ key }) => void key.sent.push(sent(110, { what: 'use', result: '401 invalid_api_key' })),
  ],
  [
    'refusal-documented',
    'an outage is told as a fault of ours',
    ({ person }) => void person.sent.push(sent(90, { result: '500 internal_error' })),
  ],
  [
    'refusal-documented',
    'the callers’ own key is refused',
    ({ person }) => void person.sent.push(sent(90, { result: '401 invalid_api_key' })),
  ],
  ['chain-whole', 'the chain is broken', () => ({ chain: { kind: 'broken', detail: 'at 3' } })],
];

test.each(breaks)('%s is found broken where %s', (rule, _, change) => {
  const whole = makeWhole();
  const changed = { ...whole.found, ...change(whole) };
  expect(judge(whole.ledger, changed).map((violation) => violation.rule)).toContain(rule);
});

test('every rule can be broken, and nothing is where all holds', () => {
  expect(new Set(breaks.map(([rule]) => rule))).toEqual(new Set(rules));
  const { ledger, found } = makeWhole();
  expect(judge(ledger, found)).toEqual([]);
});

test('an answer that a process says it could not keep is excused once, and so is one of a process that was killed at once', () => {
  const { ledger, person, found } = makeWhole();
  person.sent.splice(1, 1, sent(300, unknown));
  const withProcess = (unkept: number, killedAtMs: number | undefined) =>
    judge(ledger, { ...found, processes: new Map([['one#1', { unkept, killedAtMs }]]) });
  expect(withProcess(1, undefined)).toEqual([]);
  expect(withProcess(0, 500)).toEqual([]);
  expect(withProcess(0, 50_000)).toHaveLength(1);
  ledger.people.push({ ...person, label: 'person 3' });
  expect(withProcess(1, undefined)).toHaveLength(1);
});

test('a key that was made beside an older server may be refused for some seconds, and no other', () => {
  const refuse = (key: Key, atMs: number) => key.sent.push(sent(atMs, { what: 'use', result: '401 invalid_api_key' }));
  const judgeRefusal = (beganAtMs: number, atMs: number) => {
    const { ledger, found, key } = makeWhole();
    Object.assign(key, { endingAtMs: 20_000, endedAtMs: 21_000 });
    key.sent.splice(0);
    refuse(key, atMs);
    ledger.inflicted.push({ fault: 'failover-both-alive', detail: '', beganAtMs, endedAtMs: 15_000 });
    return judge(ledger, found).map(({ rule }) => rule);
  };
  expect(judgeRefusal(80, 3_000)).toEqual([]);
  expect(judgeRefusal(80, 6_000)).toEqual(['key-alive']);
  expect(judgeRefusal(95, 3_000)).toEqual(['key-alive']);
});

test('the history of a subject tells what was sent, and what failed meanwhile, without anything of a person', () => {
  const { ledger, person } = makeWhole();
  ledger.inflicted.push({ fault: 'node-killed', detail: 'node two', beganAtMs: 150, endedAtMs: 160 });
  ledger.inflicted.push({ fault: 'redis-killed', detail: '', beganAtMs: 900, endedAtMs: 950 });
  const told = tellHistory(ledger, 'person 1');
  expect(told).toContain('verify -> one#1: 200');
  expect(told).toContain('node-killed: node two');
  expect(told).not.toContain('redis-killed');
  expect(told).not.toContain(person.query.cpf);
});

test.each(stormMutants)('$id changes the code that there is', ({ edits }) => {
  const files = new Map(edits.map(({ file }) => [file, readFileSync(join(root, file), 'utf8')]));
  for (const edit of edits) files.set(edit.file, applyEdit(files.get(edit.file) ?? '', edit));
});
