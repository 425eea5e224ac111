import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { KeyId } from '../../domain/access/api-key.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import { toPersonEvidence } from '../../domain/person/contract-sources.ts';
import type { AuditEntry, PersonEntry, ScreenEntry } from './entry.ts';
import { toFind } from './groups/find.ts';
import {
  type AuditContent,
  type AuditDraft,
  createDraftWriter,
  parseContent,
  toDraft,
  toSubjectHash,
} from './record.ts';

const secrets = {
  generation: 2,
  subjectKey: randomBytes(32),
  detailsKey: randomBytes(32),
  headSeed: randomBytes(32),
  linkKey: randomBytes(32),
};
const write = createDraftWriter(secrets);

/** This word is as hostile as a configured word can be. */
const odd = 'crédito "à vista" \\ \u2028\n\ud800';
const asked = { atMs: 1_790_000_000_000, requestId: 'req_1', keyId: odd as KeyId, purpose: odd, latencyMs: 21.449 };
const decided = { policyVersion: odd, policyHash: 'hash' };
const nothing = { kind: 'unavailable', reason: 'timeout' } as const;
const cnpj = '12ABC34501DE35' as Cnpj;

const entries: readonly AuditEntry[] = [
  { kind: 'act', atMs: 1, actor: odd, act: 'key_created', target: null },
  { kind: 'company_record', ...asked, cnpj },
  {
    kind: 'cpf',
    ...asked,
    ...decided,
    purpose: null,
    query: { cpf: '11144477735' as Cpf, name: odd, birthDate: null },
    evidence: toPersonEvidence({ bureau_a: nothing, bureau_b: nothing, fraud_registry: nothing }),
    decision: null,
  },
  {
    kind: 'screen',
    ...asked,
    query: { kind: 'person', cpf: '11144477735' as Cpf, name: odd, birthDate: null },
    partners: null,
    isWhole: true,
    today: '2026-11-15',
    editions: [{ list: 'ceis', edition: 'edition-1', asOf: '2026-11-14', state: 'current' }],
    hits: [{ row: `ceis:${odd}`, match: 'document', strength: 'hit', state: 'in_force', partner: null }],
    status: 'hit',
  },
];

test.each(entries)(
  'the content of an entry of the kind $kind is JSON in its one form, and says what was told',
  (entry) => {
    const { content, atMs: writtenAtMs, ...found } = write(toDraft(entry));
    const parsed = parseContent(content) as AuditContent;
    expect([writtenAtMs, toFind({ ...parsed, ...found })]).toEqual([entry.atMs, toFind(parsed)]);
    expect(JSON.stringify(JSON.parse(content))).toBe(content);
    const { atMs, kind } = entry;
    const told =
      entry.kind === 'act'
        ? { actor: odd, act: 'key_created', target: null, subject: null, status: null }
        : { requestId: 'req_1', keyId: odd, purpose: entry.purpose, latencyMs: 21.4, act: null, actor: null };
    expect(parseContent(content)).toMatchObject({ version: 1, atMs, kind, ...told });
  },
);

test.each(entries.filter(({ kind }) => kind !== 'act'))(
  'a row of a batch, of the kind $kind, says of which one, and is otherwise the same',
  (entry) => {
    const alone = write(toDraft(entry));
    const batchId = 'bat_1';
    const { content, atMs: _, ...found } = write(toDraft({ ...entry, batchId } as AuditEntry));
    const parsed = parseContent(content) as AuditContent;
    expect(toFind({ ...parsed, ...found })).toBe(toFind(parsed));
    expect(parsed).toEqual({ ...parseContent(alone.content), version: 2, batchId });
    expect(found).toEqual({ ...alone, content: undefined, atMs: undefined, batchId });
    expect(parseContent(content.replace('[2,', '[1,'))).toBeUndefined();
  },
);

test('what was decided, and about whom, stands in the content', () => {
  const entry = entries[2] as AuditEntry;
  const content = parseContent(write(toDraft(entry)).content);
  expect(content).toMatchObject({ ...decided, status: 'sources_unavailable', score: null, riskLevel: null });
  expect(content?.subject).toBe(toSubjectHash(secrets.subjectKey, 'cpf:11144477735'));
});

test('a screening is about the number that was looked for, and about nobody where there was none', () => {
  const entry = entries[3] as ScreenEntry;
  const toSubjectOf = (query: ScreenEntry['query']) =>
    parseContent(write(toDraft({ ...entry, query })).content)?.subject ?? null;
  expect(toSubjectOf(entry.query)).toBe(toSubjectHash(secrets.subjectKey, 'cpf:11144477735'));
  expect(toSubjectOf({ kind: 'company', cnpj, name: null })).toBe(toSubjectHash(secrets.subjectKey, `cnpj:${cnpj}`));
  expect(toSubjectOf({ kind: 'person', cpf: null, name: odd, birthDate: null })).toBeNull();
  expect(parseContent(write(toDraft(entry)).content)).toMatchObject({ status: 'hit', score: null, riskLevel: null });
});

test('the cost of each call is sealed with the details, where there is one', () => {
  const entry = entries[2] as PersonEntry;
  const costs = [{ source: 'bureau_a', outcome: 'timeout', count: 2, reais: '1.3180' }] as const;
  const readBack = ([, , , details]: AuditDraft) => JSON.parse(details ?? '') as { readonly costs?: unknown };
  expect(readBack(toDraft({ ...entry, costs })).costs).toEqual(costs);
  expect(readBack(toDraft(entry))).not.toHaveProperty('costs');
});

test('a person who is named twice is called the same, and so is everybody after very many others', () => {
  const writeAgain = createDraftWriter(secrets);
  const toSubjectOf = (number: number) => writeAgain(['[1,1,"cpf","r","k",', `cpf:${number}`, ',null]', null]).subject;
  const expected = toSubjectHash(secrets.subjectKey, 'cpf:1');
  expect([toSubjectOf(1), toSubjectOf(1), toSubjectOf(1)]).toEqual([expected, expected, expected]);
  for (let number = 2; number < 10_000; number++) toSubjectOf(number);
  expect([toSubjectOf(1), toSubjectOf(5)]).toEqual([expected, toSubjectHash(secrets.subjectKey, 'cpf:5')]);
});
