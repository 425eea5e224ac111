// What every audit store must hold: durable before it says so, in order, provable, searchable, and able to forget.

import { describe, expect, test, vi } from 'vitest';
import { judgeHeads } from '../../../src/app/audit/anchors/judge-heads.ts';
import { readDetails } from '../../../src/app/audit/details.ts';
import type { AuditEntry, CompanyEntry, IntentEntry, PersonEntry, ScreenEntry } from '../../../src/app/audit/entry.ts';
import type { KeptGroup } from '../../../src/app/audit/groups/group.ts';
import { createHeadSigner, type SignedHead } from '../../../src/app/audit/head.ts';
import { listOpenIntents } from '../../../src/app/audit/open-intents.ts';
import type { AuditLog, AuditRow, AuditTrail } from '../../../src/app/audit/ports.ts';
import { createAuditCheck } from '../../../src/app/audit/proof/audit-check.ts';
import { type Place, toErasureActs } from '../../../src/app/audit/proof/covers.ts';
import { hashPolicy } from '../../../src/app/audit/proof/kept-policy.ts';
import { type AuditSecrets, parseContent, toSubjectHash, toSubjectText } from '../../../src/app/audit/record.ts';
import { verifyAudit } from '../../../src/app/audit/verify-audit.ts';
import { systemClock } from '../../../src/clock.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';
import { decideMissingCompany } from '../../../src/domain/company/company.ts';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { toPersonEvidence } from '../../../src/domain/person/contract-sources.ts';
import { emptyRecord } from '../../../src/domain/person/evidence.ts';
import { decidePerson } from '../../../src/domain/person/person.ts';
import { defaultPolicy, toPolicyDocument } from '../../../src/domain/risk/risk-policy.ts';
import type { ProofSource } from '../../../src/stores/audit/proof/proof-thread.ts';
import { createProofThreads } from '../../../src/stores/audit/proof/proof-threads.ts';

const policyDocument = JSON.stringify(toPolicyDocument(defaultPolicy));
/** To be kept by whoever writes these entries. */
export const auditPolicy = { hash: hashPolicy(policyDocument), document: policyDocument };

export const auditSecrets: AuditSecrets = {
  generation: 1,
  subjectKey: new Uint8Array(32).fill(1),
  detailsKey: new Uint8Array(32).fill(2),
  headSeed: new Uint8Array(32).fill(3),
  linkKey: new Uint8Array(32).fill(4),
};

/** A log on PostgreSQL, but for its address. */
export const postgresLogOptions = {
  secrets: [auditSecrets] as const,
  policy: auditPolicy,
  clock: systemClock,
  random: () => 0,
  deadlineMs: 30_000,
  onChange: () => {},
};

export interface OpenedAudit {
  readonly log: AuditLog & { close(): Promise<void> };
  readonly trail: AuditTrail;
  /** Where threads find it. */
  readonly source: ProofSource;
}

export type OpenAudit = () => Promise<OpenedAudit>;

const startMs = Date.UTC(2026, 10, 15);
export const auditCheck = createAuditCheck([auditSecrets]);
const syntheticName = 'PESSOA DE TESTE';

export function toPersonEntry(index: number, change: Partial<PersonEntry> = {}): PersonEntry {
  const query = { cpf: completeCpf(String(100_000_000 + index)), name: syntheticName, birthDate: null };
  const record = {
    ...emptyRecord,
    name: syntheticName,
    registration: 'regular',
    pendingDebts: false,
    score: 800,
  } as const;
  const evidence = toPersonEvidence({
    bureau_a: { kind: 'answered', record },
    bureau_b: { kind: 'answered', record },
    fraud_registry: { kind: 'answered', record: { ...emptyRecord, fraudAlert: false } },
  });
  return {
    kind: 'cpf',
    atMs: startMs + index * 1_000,
    requestId: `req_${index.toString().padStart(32, '0')}`,
    keyId: 'key_a' as KeyId,
    purpose: null,
    latencyMs: 21.4,
    policyVersion: defaultPolicy.version,
    policyHash: auditPolicy.hash,
    query,
    evidence,
    decision: decidePerson(query, evidence, defaultPolicy) ?? null,
    ...change,
  };
}

/** Before the record of the same number. */
export function toIntentEntry(index: number, parties: IntentEntry['parties'] = ['bureau_a', 'bureau_b']): IntentEntry {
  const { requestId, keyId, purpose, atMs, query } = toPersonEntry(index);
  const about = { kind: 'cpf', number: query.cpf } as const;
  return { kind: 'intent', atMs: atMs - 10, requestId, keyId, purpose, about, parties };
}

/** A screening of the same person, in a request of its own. */
function toScreenEntry(index: number): ScreenEntry {
  const { atMs, keyId, purpose, latencyMs, query } = toPersonEntry(index);
  return {
    kind: 'screen',
    atMs,
    requestId: `req_screen_${index}`,
    keyId,
    purpose,
    latencyMs,
    query: { kind: 'person', ...query },
    partners: null,
    isWhole: true,
    today: '2026-11-15',
    editions: [{ list: 'ceis', edition: 'edition-1', asOf: '2026-11-14', state: 'current' }],
    hits: [],
    status: 'clear',
  };
}

const act: AuditEntry = { kind: 'act', atMs: startMs, actor: 'root', act: 'key_created', target: 'key_a' };

const newest = { order: 'newest', limit: 100 } as const;
const requestIds = (rows: readonly AuditRow[]) => rows.map(({ content }) => parseContent(content ?? '')?.requestId);
const verdict = (trail: AuditTrail) => verifyAudit({ trail, check: auditCheck });
/** What `verify --heads` and `--anchors` make of heads that were kept elsewhere. */
const judge = (trail: AuditTrail, heads: readonly SignedHead[]) =>
  judgeHeads(
    heads.map((head) => ({ head, place: 'elsewhere', where: 'line 1', keptAtMs: head.atMs })),
    { trail, check: auditCheck },
  );

/** Every row of every chain. */
async function readGroups(trail: Pick<AuditTrail, 'chains' | 'pages'>): Promise<readonly KeptGroup[]> {
  const groups: KeptGroup[] = [];
  for (const { chain } of await trail.chains()) {
    for await (const page of trail.pages({ chain, after: 0 })) groups.push(...page);
  }
  return groups;
}

/** Every record of every chain. */
export async function readAll(trail: Pick<AuditTrail, 'chains' | 'find'>): Promise<readonly AuditRow[]> {
  const rows: AuditRow[] = [];
  for (const { chain } of await trail.chains())
    rows.push(...(await trail.find({ chain }, { order: 'oldest', limit: 100_000, withDetails: true })));
  return rows;
}

/** As an erasure does: named by an act first. */
export async function eraseByAct(
  { log, trail }: Pick<OpenedAudit, 'trail'> & { log: AuditLog },
  places: readonly Place[],
) {
  for (const entry of toErasureActs('era_of_a_test', places, { actor: 'root', atMs: startMs })) await log.append(entry);
  expect((await trail.forget(places)).count).toBe(places.length);
}

export function describeAudit(backend: string, openAudit: OpenAudit): void {
  describe(`the audit in ${backend}`, () => {
    test('keeps records in the order of the calls, in one provable chain', async () => {
      const { log, trail } = await openAudit();
      await Promise.all([toPersonEntry(1), act, toPersonEntry(2), toPersonEntry(3)].map((entry) => log.append(entry)));
      const rows = await readAll(trail);
      expect(rows.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
      expect(rows.map(({ content }) => parseContent(content ?? '')?.kind)).toEqual(['cpf', 'act', 'cpf', 'cpf']);
      expect(await verdict(trail)).toMatchObject({ kind: 'intact', records: 4, chains: 1, purged: 0 });
    });

    test('keeps what nobody waits for in its place among the rest, by itself and when it is closed', async () => {
      const { log, trail } = await openAudit();
      log.note(toPersonEntry(1));
      await log.append(toPersonEntry(2));
      log.note(toPersonEntry(3));
      const count = async () => (await trail.find({}, newest)).length;
      await vi.waitUntil(async () => (await count()) === 3, { timeout: 60_000, interval: 20 });
      for (let index = 4; index <= 1_000; index++) log.note(toPersonEntry(index));
      await log.close();
      const rows = await readAll(trail);
      expect(requestIds(rows)).toEqual(rows.map((_, index) => toPersonEntry(index + 1).requestId));
      expect(await verdict(trail)).toMatchObject({ kind: 'intact', records: 1_000, unsigned: 0 });
    });

    test('is continued, not begun anew, by the next process', async () => {
      const first = await openAudit();
      await first.log.append(toPersonEntry(1));
      await first.log.close();
      const second = await openAudit();
      await second.log.append(toPersonEntry(2));
      expect(await verdict(second.trail)).toMatchObject({ kind: 'intact', records: 2 });
    });

    test('signs the end of the chain when it is closed, and every thousand records', async () => {
      const { log, trail } = await openAudit();
      await Promise.all(Array.from({ length: 1_500 }, (_, index) => log.append(toPersonEntry(index))));
      expect((await trail.heads()).length).toBeGreaterThanOrEqual(1);
      await log.close();
      expect((await trail.heads()).at(-1)?.sequence).toBe(1_500);
      const [first] = await trail.heads();
      const chain = first?.chain ?? '';
      expect(await trail.findHead({ chain, sequence: 1 })).toEqual(first);
      expect(await trail.findHead({ chain, sequence: 1_500 })).toMatchObject({ sequence: 1_500 });
      expect(await trail.findHead({ chain, sequence: 1_501 })).toBeUndefined();
      expect(await trail.findHead({ chain: 'another', sequence: 1 })).toBeUndefined();
      expect(await trail.lastHeads()).toEqual([(await trail.heads()).at(-1)]);
      const [last] = await trail.find({ chain }, { order: 'newest', limit: 1 });
      const hashes = await trail.hashesOf(chain, [1_500, 1_501]);
      expect([...hashes.keys()]).toEqual([1_500]);
      expect(hashes.get(1_500)).toBe(Buffer.from(last?.hash ?? []).toString('hex'));
      expect((await trail.hashesOf('another', [1])).size).toBe(0);
      expect(await verdict(trail)).toMatchObject({ kind: 'intact', unsigned: 0 });
    });

    test('holds a number only as a keyed hash, and everything else about a person sealed', async () => {
      const { log, trail } = await openAudit();
      const entry = toPersonEntry(7);
      await log.append(entry);
      const [row] = await trail.find({}, { ...newest, withDetails: true });
      const [{ contents, evidence } = {}] = await readGroups(trail);
      const sealed = Buffer.concat([contents ?? Buffer.alloc(0), evidence ?? Buffer.alloc(0)]).toString('latin1');
      for (const stored of [row?.content, sealed]) {
        expect(stored).not.toContain(entry.query.cpf);
        expect(stored).not.toContain(syntheticName);
      }
      expect(sealed).not.toContain(entry.requestId);
      const details = readDetails(row?.details ?? '{}');
      expect(details).toEqual(
        JSON.parse(JSON.stringify({ query: entry.query, evidence: entry.evidence, decision: entry.decision })),
      );
    });

    test('finds records by key, status, kind, time, request and person, a page at a time', async () => {
      const { log, trail } = await openAudit();
      const keyId = 'key_b' as KeyId;
      const entries = [toPersonEntry(1), toPersonEntry(2, { keyId }), toPersonEntry(3, { decision: null }), act];
      for (const entry of entries) await log.append(entry);
      const [one, two, three] = entries as [PersonEntry, PersonEntry, PersonEntry];
      const find = async (filter: Parameters<AuditTrail['find']>[0]) => requestIds(await trail.find(filter, newest));
      expect(await find({ keyId })).toEqual([two.requestId]);
      expect(await find({ status: 'sources_unavailable' })).toEqual([three.requestId]);
      expect(await find({ kind: 'act' })).toEqual([null]);
      expect(await find({ requestId: one.requestId })).toEqual([one.requestId]);
      expect(await find({ fromMs: two.atMs, toMs: three.atMs })).toEqual([two.requestId]);
      const subjects = [toSubjectHash(auditSecrets.subjectKey, toSubjectText('cpf', three.query.cpf)), 'none'];
      expect(await find({ subjects })).toEqual([three.requestId]);
      const first = await trail.find({ kind: 'cpf' }, { order: 'newest', limit: 2 });
      const after = first.at(-1);
      if (after === undefined) throw new Error('no page');
      const second = await trail.find({ kind: 'cpf' }, { order: 'newest', limit: 2, after });
      expect(requestIds([...first, ...second])).toEqual([three.requestId, two.requestId, one.requestId]);
      expect(requestIds(await trail.find({ kind: 'cpf' }, { order: 'oldest', limit: 1 }))).toEqual([one.requestId]);
    });

    test('finds records by risk, reason and batch; the start of a batch stands for its rows', async () => {
      const { log, trail } = await openAudit();
      const batchId = 'bat_0199f0000000aaaaaaaaaaaaaaaaaaaa';
      const [alone, first, second] = [1, 2, 3].map((index) => toPersonEntry(index)) as [
        PersonEntry,
        PersonEntry,
        PersonEntry,
      ];
      const started = { kind: 'act', atMs: startMs, actor: 'key_b', act: 'batch_started', target: batchId } as const;
      const ofSandbox = { ...started, target: 'bat_of_the_sandbox sandbox' };
      const read = { ...started, act: 'batch_read' } as const;
      const rows = [first, second].map((entry) => ({ ...entry, batchId, keyId: 'key_b' as KeyId }));
      for (const entry of [alone, ofSandbox, started, read, ...rows]) await log.append(entry);
      const find = async (filter: Parameters<AuditTrail['find']>[0]) =>
        (await trail.find(filter, newest)).map(({ content }) => {
          const { requestId, act } = parseContent(content ?? '') ?? {};
          return requestId ?? act;
        });
      const ids = [second.requestId, first.requestId];
      expect(await find({ batchId })).toEqual(ids);
      expect(await find({ batchId: 'bat_another' })).toEqual([]);
      expect(await find({ foldsBatches: true, withoutActs: true })).toEqual(['batch_started', alone.requestId]);
      expect(await find({ foldsBatches: true })).toEqual([
        'batch_read',
        'batch_started',
        'batch_started',
        alone.requestId,
      ]);
      expect(await find({ foldsBatches: true, withoutActs: true, keyId: 'key_b' })).toEqual(['batch_started']);
      expect(await find({ foldsBatches: true, withoutActs: true, keyId: 'key_of_nobody' })).toEqual([]);
      expect(await find({ foldsBatches: true, withoutActs: true, keyId: 'opr_b', actor: 'key_b' })).toHaveLength(1);
      const { riskLevel = '', reasons = [] } = alone.decision ?? {};
      expect(await find({ riskLevel })).toEqual([...ids, alone.requestId]);
      expect(await find({ riskLevel: 'none of these' })).toEqual([]);
      expect(await find({ reason: reasons[0] ?? '', batchId })).toEqual(ids);
      // A word that stands elsewhere in the evidence is no reason.
      expect(await find({ reason: 'query' })).toEqual([]);
      expect((await trail.find({ reason: reasons[0] ?? '' }, newest)).map(({ details }) => details)).toEqual([
        null,
        null,
        null,
      ]);
      expect(await verdict(trail)).toMatchObject({ kind: 'intact', records: 6 });
    });

    test('a search for what hardly any record has stops, says where, and goes on from there', async () => {
      const { log, trail } = await openAudit();
      const rare = toPersonEntry(1, { decision: null });
      const entries = [rare, ...Array.from({ length: 40 }, (_, index) => toPersonEntry(index + 2))];
      await Promise.all(entries.map((entry) => log.append(entry)));
      const filter = { status: 'sources_unavailable' };
      for (const order of ['newest', 'oldest'] as const) {
        const found: (string | null | undefined)[] = [];
        const stops: number[] = [];
        for (let after: Place | undefined; ; ) {
          const page = { order, limit: 10, openedMax: 9, ...(after && { after }) };
          const { rows, stoppedAt } = await trail.search(filter, page);
          found.push(...requestIds(rows));
          if (stoppedAt === null) break;
          stops.push(stoppedAt.sequence);
          expect(stoppedAt.atMs).toBe(entries[stoppedAt.sequence - 1]?.atMs);
          after = stoppedAt;
        }
        expect(found).toEqual([rare.requestId]);
        expect(stops).toEqual(order === 'newest' ? [33, 24, 15, 6] : [9, 18, 27, 36]);
      }
      const whole = await trail.search(filter, { order: 'newest', limit: 1, openedMax: 41 });
      expect([requestIds(whole.rows), whole.stoppedAt]).toEqual([[rare.requestId], null]);
    });

    test('finds a screening by the person, and erases it with all else about them', async () => {
      const { log, trail } = await openAudit();
      for (const entry of [toPersonEntry(1), toScreenEntry(1), toScreenEntry(2)]) await log.append(entry);
      const subjects = [toSubjectHash(auditSecrets.subjectKey, toSubjectText('cpf', toPersonEntry(1).query.cpf))];
      expect(requestIds(await trail.find({ subjects }, newest))).toEqual(['req_screen_1', toPersonEntry(1).requestId]);
      expect(requestIds(await trail.find({ kind: 'screen' }, newest))).toEqual(['req_screen_2', 'req_screen_1']);
      const records = await trail.findErasable(subjects, startMs + 60_000);
      expect(records.map(({ sequence }) => sequence)).toEqual([1, 2]);
      await eraseByAct({ log, trail }, records);
      expect(await trail.find({ subjects }, newest)).toEqual([]);
      expect(requestIds(await trail.find({ kind: 'screen' }, newest))).toEqual(['req_screen_2']);
      expect(await verdict(trail)).toMatchObject({ kind: 'intact', purged: 2 });
    });

    test('erases all about one person and nothing about others', async () => {
      const { log, trail } = await openAudit();
      for (const index of [1, 2, 1]) await log.append(toPersonEntry(index));
      const subjects = [toSubjectHash(auditSecrets.subjectKey, toSubjectText('cpf', toPersonEntry(1).query.cpf))];
      expect(await trail.findErasable(subjects, startMs - 1)).toEqual([]);
      const records = await trail.findErasable(subjects, startMs + 60_000);
      expect(records.map(({ sequence }) => sequence)).toEqual([1, 3]);
      await eraseByAct({ log, trail }, records);
      expect(await trail.find({ subjects }, newest)).toEqual([]);
      const actOf = { kind: 'act', atMs: startMs, actor: 'root' } as const;
      await log.append({ ...actOf, act: 'audit_unmasked', target: 'req_of_them because of a complaint' });
      await log.append({ ...actOf, act: 'audit_read', target: 'req_of_another' });
      expect(await trail.findActsNaming(['req_of_them'], startMs + 1)).toEqual([]);
      expect(await trail.findActsNaming(['req_of', 'of_them'], startMs)).toEqual([]);
      const acts = await trail.findActsNaming(['req_of_them', 'req_unknown'], startMs);
      expect(acts.map(({ sequence }) => sequence)).toEqual([5]);
      await eraseByAct({ log, trail }, acts);
      expect((await trail.find({ kind: 'act' }, newest)).map(({ content }) => content)).toEqual([
        expect.stringContaining('privacy_erasure'),
        expect.stringContaining('req_of_another'),
        expect.stringContaining('privacy_erasure'),
      ]);
      expect(requestIds(await trail.find({ kind: 'cpf' }, newest))).toEqual([toPersonEntry(2).requestId]);
      expect(await verdict(trail)).toMatchObject({ kind: 'intact', purged: 3 });
    });

    test('shows and erases the acts that begin with what it calls a person', async () => {
      const { log, trail } = await openAudit();
      await log.append(toPersonEntry(1));
      const [theirs, others] = [1, 2].map((index) =>
        toSubjectHash(auditSecrets.subjectKey, toSubjectText('cpf', toPersonEntry(index).query.cpf)),
      ) as [string, string];
      const actOf = { kind: 'act', atMs: startMs, actor: 'root', act: 'clearance_made' } as const;
      for (const subject of [theirs, others]) await log.append({ ...actOf, target: `${subject} ceis:1 clr_1` });
      const found = await trail.find({ subjects: [theirs] }, newest);
      expect(found.map(({ sequence }) => sequence)).toEqual([2, 1]);
      expect(await trail.find({ subjects: [theirs], withoutActs: true }, newest)).toHaveLength(1);
      const records = await trail.findErasable([theirs], startMs + 60_000);
      expect(records.map(({ sequence }) => sequence)).toEqual([1, 2]);
      await eraseByAct({ log, trail }, records);
      expect(await trail.find({ subjects: [theirs] }, newest)).toEqual([]);
      expect(await trail.find({ subjects: [others] }, newest)).toHaveLength(1);
    });

    test('is proven in parts, by threads, as in one', async () => {
      const { log, trail, source } = await openAudit();
      for (let index = 1; index <= 6; index++) {
        await log.append(toIntentEntry(index));
        if (index !== 4) await log.append(toPersonEntry(index));
      }
      await log.close();
      const options = { trail, check: auditCheck, evidenceSinceMs: 0, inWorkFromMs: startMs + 1_000_000 };
      const whole = await verifyAudit(options);
      expect(whole).toMatchObject({ kind: 'intact', records: 11, unsigned: 0, unfinished: [{ sequence: 7 }] });
      const run = createProofThreads({ source, secrets: [auditSecrets] }, 2);
      let read = 0;
      const onProgress = (records: number) => (read += records);
      expect(await verifyAudit({ ...options, onProgress, parts: { run, recordsPerPart: 3 } })).toEqual(whole);
      expect(read).toBe(11);
      const stranger = createProofThreads({ source, secrets: [{ ...auditSecrets, linkKey: new Uint8Array(32) }] }, 2);
      const refused = await verifyAudit({ ...options, parts: { run: stranger, recordsPerPart: 3 } });
      expect(refused).toMatchObject({ kind: 'broken', sequence: 1 });
    });

    test('is proven from a signed head on, which must still name its record', async () => {
      const { log, trail } = await openAudit();
      for (let index = 1; index <= 3; index++) await log.append(toPersonEntry(index));
      await log.close();
      const second = await openAudit();
      await second.log.append(toPersonEntry(4));
      await second.log.close();
      const head = (await trail.heads()).find(({ sequence }) => sequence === 3);
      const sinceMs = head?.atMs ?? 0;
      expect(await verifyAudit({ trail, check: auditCheck, sinceMs })).toMatchObject({ records: 1, notRead: 3 });
      expect(await verifyAudit({ trail, check: auditCheck, sinceMs: 0 })).toMatchObject({ records: 4, notRead: 0 });
      const moved = createHeadSigner(auditSecrets.headSeed).sign({ ...(head as SignedHead), hash: '00'.repeat(32) });
      expect(
        await verifyAudit({ trail: { ...trail, heads: async () => [moved] }, check: auditCheck, sinceMs }),
      ).toMatchObject({
        kind: 'broken',
        sequence: 3,
        fault: 'the record is not the one that the signed head names',
      });
    });

    test('a signed head that was kept elsewhere agrees as long as nothing before it was changed', async () => {
      const { log, trail } = await openAudit();
      await log.append(toPersonEntry(1));
      await log.close();
      const kept = await trail.heads();
      const second = await openAudit();
      await second.log.append(toPersonEntry(2));
      expect(await judge(second.trail, kept)).toMatchObject({ agreed: 1, broken: [] });
      const later: SignedHead = createHeadSigner(auditSecrets.headSeed).sign({
        chain: kept[0]?.chain ?? '',
        sequence: 9,
        hash: '00'.repeat(32),
        atMs: 0,
      });
      expect(await judge(second.trail, [later])).toMatchObject({
        agreed: 0,
        broken: [{ head: { sequence: 9 }, fault: 'records up to the kept head are missing' }],
      });
      const changed = createHeadSigner(auditSecrets.headSeed).sign({ ...later, sequence: 1 });
      expect(await judge(second.trail, [changed])).toMatchObject({
        broken: [{ head: { sequence: 1 }, fault: 'the record is not the one that the kept head names' }],
      });
      const stranger = createHeadSigner(new Uint8Array(32).fill(9)).sign(later);
      expect(await judge(second.trail, [stranger])).toMatchObject({
        broken: [{ fault: 'the signature of the head is not ours' }],
      });
    });

    describe('its intents', () => {
      const later = startMs + 1_000_000_000;
      const toSubjects = (index: number) => [
        toSubjectHash(auditSecrets.subjectKey, toSubjectText('cpf', toPersonEntry(index).query.cpf)),
      ];
      const unfinished = async (trail: AuditTrail, inWorkFromMs = later) => {
        const proven = await verifyAudit({ trail, check: auditCheck, inWorkFromMs });
        return proven.kind === 'intact' ? proven.unfinished.map(({ requestId }) => requestId) : proven;
      };
      const open = async (trail: AuditTrail, beforeMs = later) =>
        (await listOpenIntents(trail, beforeMs)).map(({ requestId }) => requestId);
      const id = (index: number) => toPersonEntry(index).requestId;

      test('are in the chain, hold the person only as a keyed hash, and name who may be called', async () => {
        const { log, trail } = await openAudit();
        await log.append(toIntentEntry(1));
        expect((await trail.find({ kind: 'intent' }, newest))[0]?.content).not.toContain(toPersonEntry(1).query.cpf);
        expect(await listOpenIntents(trail, later)).toMatchObject([
          { requestId: id(1), keyId: 'key_a', sequence: 1, parties: ['bureau_a', 'bureau_b'] },
        ]);
        expect(await verdict(trail)).toMatchObject({ kind: 'intact', records: 1 });
      });

      test('are open until their record is there, or nobody is to be called; the proof and the store agree', async () => {
        const { log, trail } = await openAudit();
        for (const index of [1, 2, 3]) await log.append(toIntentEntry(index));
        await log.append(toPersonEntry(1));
        log.note(toIntentEntry(3, []));
        await log.append(toPersonEntry(4));
        expect([await unfinished(trail), await open(trail)]).toEqual([[id(2)], [id(2)]]);
        // Of a request that may still be in work.
        const { atMs } = toIntentEntry(2);
        expect([await unfinished(trail, atMs), await open(trail, atMs)]).toEqual([[], []]);
      });

      test('about companies are open until the record that says that the party was called', async () => {
        const { log, trail } = await openAudit();
        const toCompany = (index: number, isFallbackAsked: boolean): CompanyEntry => {
          const { evidence: _evidence, decision: _decision, query: _query, ...asked } = toPersonEntry(index);
          const query = { cnpj: completeCnpj(String(100_000_000_000 + index)), companyName: null };
          const decision = decideMissingCompany('not_found', null);
          return { ...asked, kind: 'cnpj', query, isFallbackAsked, company: null, today: '', dataAsOf: '', decision };
        };
        for (const index of [1, 2]) {
          const about = { kind: 'cnpj', number: toCompany(index, true).query.cnpj } as const;
          await log.append({ ...toIntentEntry(index, ['company_fallback']), about });
        }
        await log.append(toCompany(1, true));
        await log.append(toCompany(3, false));
        expect([await unfinished(trail), await open(trail)]).toEqual([[id(2)], [id(2)]]);
        expect(await listOpenIntents(trail, later)).toMatchObject([{ parties: ['company_fallback'] }]);
      });

      test('are named by the proof where somebody took them out of the list beside the chain', async () => {
        const { log, trail } = await openAudit();
        await log.append(toIntentEntry(1));
        const other = { ...trail, openIntents: async () => [] };
        expect(await unfinished(other)).toMatchObject({
          sequence: 1,
          fault: 'the intent was struck off the list of open intents',
        });
      });

      test('are shown to operators while they are open, and with their kind or chain always', async () => {
        const { log, trail } = await openAudit();
        for (const index of [1, 2]) await log.append(toIntentEntry(index));
        await log.append(toPersonEntry(1));
        const kinds = (rows: readonly AuditRow[]) => rows.map(({ content }) => parseContent(content ?? '')?.kind);
        expect(kinds(await trail.find({}, newest))).toEqual(['cpf', 'intent']);
        expect(kinds(await trail.find({ requestId: id(1) }, newest))).toEqual(['cpf']);
        expect(kinds(await trail.find({ requestId: id(2) }, newest))).toEqual(['intent']);
        expect(await trail.find({ kind: 'intent' }, newest)).toHaveLength(2);
        const [{ chain } = { chain: '' }] = await trail.find({}, newest);
        expect(await trail.find({ chain }, newest)).toHaveLength(3);
        expect(kinds(await trail.find({ subjects: toSubjects(1) }, newest))).toEqual(['cpf']);
        expect(kinds(await trail.find({ subjects: toSubjects(2) }, newest))).toEqual(['intent']);
      });

      test('are erased with the person, open or completed, and those of others are not', async () => {
        const { log, trail } = await openAudit();
        for (const index of [1, 2, 3]) await log.append(toIntentEntry(index));
        await log.append(toPersonEntry(1));
        const erasable = await trail.findErasable([...toSubjects(1), ...toSubjects(2)], later);
        expect(erasable).toHaveLength(3);
        await eraseByAct({ log, trail }, erasable);
        const left = (await readAll(trail)).filter(({ content }) => content?.includes('req_'));
        expect(requestIds(left)).toEqual([id(3)]);
        expect([await unfinished(trail), await open(trail)]).toEqual([[id(3)], [id(3)]]);
        expect(await verdict(trail)).toMatchObject({ kind: 'intact', records: 5, purged: 3 });
      });
    });
  });
}
