// What every audit store must hold: durable before it says so, in order, provable, searchable, and able to forget.

import { describe, expect, test, vi } from 'vitest';
import type { AuditEntry, PersonEntry } from '../../src/app/audit/entry.ts';
import { createHeadCheck, createHeadSigner, type SignedHead } from '../../src/app/audit/head.ts';
import type { AuditLog, AuditRow, AuditTrail } from '../../src/app/audit/ports.ts';
import { type AuditSecrets, openDetails, parseContent, toSubject, toSubjectText } from '../../src/app/audit/record.ts';
import { verifyAudit } from '../../src/app/audit/verify-audit.ts';
import { createSeal } from '../../src/app/seal.ts';
import type { KeyId } from '../../src/domain/access/api-key.ts';
import { completeCpf } from '../../src/domain/numbers/cpf.ts';
import { emptyRecord } from '../../src/domain/person/evidence.ts';
import { decidePerson } from '../../src/domain/person/person.ts';
import { defaultPolicy } from '../../src/domain/risk/risk-policy.ts';

export const auditSecrets: AuditSecrets = {
  generation: 1,
  subjectKey: new Uint8Array(32).fill(1),
  detailsKey: new Uint8Array(32).fill(2),
  headSeed: new Uint8Array(32).fill(3),
};

export interface OpenedAudit {
  readonly log: AuditLog & { close(): Promise<void> };
  readonly trail: AuditTrail;
}

export type OpenAudit = () => Promise<OpenedAudit>;

const startMs = Date.UTC(2026, 10, 15);
const isOurs = createHeadCheck([createHeadSigner(auditSecrets.headSeed).publicKey]);
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
  const evidence = {
    bureau_a: { kind: 'answered', record },
    bureau_b: { kind: 'answered', record },
    fraud_registry: { kind: 'answered', record: { ...emptyRecord, fraudAlert: false } },
  } as const;
  return {
    kind: 'cpf',
    atMs: startMs + index * 1_000,
    requestId: `req_${index.toString().padStart(32, '0')}`,
    keyId: 'key_a' as KeyId,
    purpose: null,
    latencyMs: 21.4,
    policyVersion: defaultPolicy.version,
    policyHash: 'policy',
    query,
    evidence,
    decision: decidePerson(query, evidence, defaultPolicy) ?? null,
    ...change,
  };
}

const act: AuditEntry = { kind: 'act', atMs: startMs, actor: 'root', act: 'key_created', target: 'key_a' };

const newest = { order: 'newest', limit: 100 } as const;
const requestIds = (rows: readonly AuditRow[]) => rows.map(({ content }) => parseContent(content ?? '')?.requestId);
const verdict = (trail: AuditTrail, keptHeads: readonly SignedHead[] = []) => verifyAudit({ trail, isOurs, keptHeads });

export function describeAudit(backend: string, open: OpenAudit): void {
  describe(`the audit in ${backend}`, () => {
    test('keeps records in the order of the calls, in one provable chain', async () => {
      const { log, trail } = await open();
      await Promise.all([toPersonEntry(1), act, toPersonEntry(2), toPersonEntry(3)].map((entry) => log.append(entry)));
      const rows = await Array.fromAsync(trail.scan());
      expect(rows.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
      expect(rows.map(({ content }) => parseContent(content ?? '')?.kind)).toEqual(['cpf', 'act', 'cpf', 'cpf']);
      expect(await verdict(trail)).toMatchObject({ kind: 'intact', records: 4, chains: 1, purged: 0 });
    });

    test('keeps what nobody waits for in its place among the rest, by itself and when it is closed', async () => {
      const { log, trail } = await open();
      log.note(toPersonEntry(1));
      await log.append(toPersonEntry(2));
      log.note(toPersonEntry(3));
      const count = async () => (await trail.find({}, newest)).length;
      await vi.waitUntil(async () => (await count()) === 3, { timeout: 60_000, interval: 20 });
      for (let index = 4; index <= 1_000; index++) log.note(toPersonEntry(index));
      await log.close();
      const rows = await Array.fromAsync(trail.scan());
      expect(requestIds(rows)).toEqual(rows.map((_, index) => toPersonEntry(index + 1).requestId));
      expect(await verdict(trail)).toMatchObject({ kind: 'intact', records: 1_000, unsigned: 0 });
    });

    test('is continued, not begun anew, by the next process', async () => {
      const first = await open();
      await first.log.append(toPersonEntry(1));
      await first.log.close();
      const second = await open();
      await second.log.append(toPersonEntry(2));
      expect(await verdict(second.trail)).toMatchObject({ kind: 'intact', records: 2 });
    });

    test('signs the end of the chain when it is closed, and every thousand records', async () => {
      const { log, trail } = await open();
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
      expect(await verdict(trail)).toMatchObject({ kind: 'intact', unsigned: 0 });
    });

    test('holds a number only as a keyed hash, and everything else about a person sealed', async () => {
      const { log, trail } = await open();
      const entry = toPersonEntry(7);
      await log.append(entry);
      const [row] = await trail.find({}, newest);
      const stored = `${row?.content}${Buffer.from(row?.sealedDetails ?? []).toString('latin1')}`;
      expect(stored).not.toContain(entry.query.cpf);
      expect(stored).not.toContain(syntheticName);
      const content = parseContent(row?.content ?? '');
      if (row?.sealedDetails === undefined || row.sealedDetails === null || content === undefined)
        throw new Error('no row');
      const details = JSON.parse(openDetails(createSeal(auditSecrets.detailsKey), row.sealedDetails, content));
      expect(details).toEqual(
        JSON.parse(JSON.stringify({ query: entry.query, evidence: entry.evidence, decision: entry.decision })),
      );
    });

    test('finds records by key, status, kind, time, request and person, a page at a time', async () => {
      const { log, trail } = await open();
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
      const subjects = [toSubject(auditSecrets.subjectKey, toSubjectText('cpf', three.query.cpf)), 'none'];
      expect(await find({ subjects })).toEqual([three.requestId]);
      const first = await trail.find({ kind: 'cpf' }, { order: 'newest', limit: 2 });
      const after = first.at(-1);
      if (after === undefined) throw new Error('no page');
      const second = await trail.find({ kind: 'cpf' }, { order: 'newest', limit: 2, after });
      expect(requestIds([...first, ...second])).toEqual([three.requestId, two.requestId, one.requestId]);
      expect(requestIds(await trail.find({ kind: 'cpf' }, { order: 'oldest', limit: 1 }))).toEqual([one.requestId]);
    });

    test('forgets details, then contents, by age, and stays provable', async () => {
      const { log, trail } = await open();
      for (let index = 1; index <= 3; index++) await log.append(toPersonEntry(index));
      expect(await trail.purge('details', startMs + 2_500, 100)).toBe(2);
      expect(await trail.purge('contents', startMs + 1_500, 100)).toBe(1);
      const rows = await Array.fromAsync(trail.scan());
      expect(rows.map((row) => [row.content !== null, row.sealedDetails !== null])).toEqual([
        [false, false],
        [true, false],
        [true, true],
      ]);
      expect(await verdict(trail)).toMatchObject({ kind: 'intact', records: 3, purged: 1 });
    });

    test('forgets at most as many records at a time as it was told to', async () => {
      const { log, trail } = await open();
      for (let index = 1; index <= 3; index++) await log.append(toPersonEntry(index));
      expect(await trail.purge('details', startMs + 60_000, 2)).toBe(2);
      expect(await trail.purge('details', startMs + 60_000, 2)).toBe(1);
      expect(await trail.purge('details', startMs + 60_000, 2)).toBe(0);
    });

    test('erases all about one person and nothing about others', async () => {
      const { log, trail } = await open();
      for (const index of [1, 2, 1]) await log.append(toPersonEntry(index));
      const subjects = [toSubject(auditSecrets.subjectKey, toSubjectText('cpf', toPersonEntry(1).query.cpf))];
      expect(await trail.erase(subjects)).toBe(2);
      expect(await trail.find({ subjects }, newest)).toEqual([]);
      expect(requestIds(await trail.find({ kind: 'cpf' }, newest))).toEqual([toPersonEntry(2).requestId]);
      expect(await verdict(trail)).toMatchObject({ kind: 'intact', purged: 2 });
    });

    test('a signed head that was kept elsewhere agrees as long as nothing before it was changed', async () => {
      const { log, trail } = await open();
      await log.append(toPersonEntry(1));
      await log.close();
      const kept = await trail.heads();
      const second = await open();
      await second.log.append(toPersonEntry(2));
      expect(await verdict(second.trail, kept)).toMatchObject({ kind: 'intact' });
      const later: SignedHead = createHeadSigner(auditSecrets.headSeed).sign({
        chain: kept[0]?.chain ?? '',
        sequence: 9,
        hash: '00'.repeat(32),
        atMs: 0,
      });
      expect(await verdict(second.trail, [later])).toMatchObject({
        kind: 'broken',
        sequence: 9,
        fault: 'records up to the signed head are missing',
      });
      const stranger = createHeadSigner(new Uint8Array(32).fill(9)).sign(later);
      expect(await verdict(second.trail, [stranger])).toMatchObject({ fault: 'the signature of the head is not ours' });
    });
  });
}
