import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { type Cpf, completeCpf, formatCpf } from '../../domain/numbers/cpf.ts';
import { OperatorError } from '../../errors.ts';
import type { AuditEntry } from '../audit/entry.ts';
import { createSeal } from '../seal.ts';
import {
  AuditClosedError,
  countLost,
  type ErasureParts,
  erasePerson,
  findHeld,
  forgetBeforeServing,
  listMissing,
  type Places,
  reapplyErasures,
} from './erase-person.ts';
import { openSealedErasure, type SealedErasure, sealErasure } from './ledger.ts';
import type { Person } from './person.ts';
import type { PersonalDataPlace } from './place.ts';

const person: Person = { subjects: ['one'], cpf: undefined, untilMs: 1_000, isNamedIn: () => false };
const seal = createSeal(new Uint8Array(32).fill(3));
const cpf = completeCpf('404428201') as Cpf;

/** Two places in one database, of which `broken` cannot be reached for now. */
function start({ marks = 1, isBroken = true } = {}) {
  const written: SealedErasure[] = [];
  const marked = Array.from({ length: marks }, () => new Set<string>());
  const entries: AuditEntry[] = [];
  const told: string[] = [];
  const erased: Person[] = [];
  const cleaned: string[][] = [];
  const state = { isBroken, auditFault: undefined as unknown, refusal: undefined as Error | undefined };
  const broken: PersonalDataPlace = {
    count: async () => 'unknown' as const,
    erase: async () => {
      if (state.isBroken) throw new Error('unreachable');
      return 2;
    },
  };
  const sound: PersonalDataPlace = {
    count: async () => 1,
    name: async () => ['list:1'],
    async erase(whom, traces, nameGone) {
      erased.push(whom);
      traces.addText('what lay there');
      await nameGone([{ chain: 'chain_a', sequence: 7 }]);
      return erased.length;
    },
  };
  const parts: ErasureParts = {
    places: { broken, sound } as unknown as Places,
    listDamaged: () => [{ table: 'events', id: 'evt_1' }],
    ledger: { read: () => written, add: (more) => written.push(...more) },
    marks: marked.map((ids) => ({ list: async () => ids, add: async ({ id }) => void ids.add(id) })),
    seal,
    toSubjects: (number) => [`old ${number}`, `subject ${number}`],
    toDocumentSubjects: (number) => [`old document ${number}`, `document ${number}`],
    refuseUnreachable() {
      if (state.refusal !== undefined) throw state.refusal;
    },
    clean: async (pieces) => void cleaned.push([...pieces]),
    log: {
      append: async (entry) => {
        if (state.auditFault !== undefined) throw state.auditFault;
        entries.push(entry);
      },
    } as ErasureParts['log'],
    clock: createManualClock({ nowMs: 5_000 }),
    actor: 'ana',
    onStep: (step) => told.push(step),
  };
  return { parts, state, written, marked, entries, told, erased, cleaned };
}

test('a database counts as done only where all of its places are, and the rest is done by running it again', async () => {
  const { parts, state, marked, erased } = start();
  await expect(erasePerson(person, 'era_1', parts)).rejects.toThrow('unreachable');
  // The place behind the one that failed was done all the same.
  expect(erased).toHaveLength(1);
  expect([...(marked[0] ?? [])]).toEqual([]);
  expect(await listMissing(parts)).toHaveLength(1);
  state.isBroken = false;
  expect(await reapplyErasures(parts)).toEqual({ erasures: 1, erased: { broken: 2, sound: 2 } });
  expect([...(marked[0] ?? [])]).toEqual(['era_1']);
  expect(await reapplyErasures(parts)).toEqual({ erasures: 0, erased: undefined });
});

describe('an erasure', () => {
  test('is written down, then named in the audit, before any place is touched', async () => {
    const { parts, state, written, entries, erased } = start();
    state.auditFault = new Error('disk full');
    const refused = erasePerson(person, 'era_1', parts);
    await expect(refused).rejects.toBeInstanceOf(AuditClosedError);
    await expect(refused).rejects.toMatchObject({
      message: expect.stringMatching(/^The audit cannot be written \(disk full\), so nothing was erased yet\. See: /),
    });
    expect([written.length, erased.length]).toEqual([1, 0]);
    state.auditFault = 'no error';
    await expect(erasePerson(person, 'era_2', parts)).rejects.toThrow('cannot be written (no error)');
    state.auditFault = undefined;
    await expect(erasePerson(person, 'era_3', parts)).rejects.toThrow('unreachable');
    const act = { kind: 'act', atMs: 5_000, actor: 'ana', act: 'privacy_erasure' };
    expect(entries).toEqual([
      { ...act, target: 'era_3' },
      { ...act, target: expect.stringContaining('"erasure":"era_3"') },
    ]);
  });

  test('is in the ledger as the person stood in the audit, and until when', async () => {
    const { parts, written } = start({ isBroken: false });
    await erasePerson(person, 'era_1', parts);
    expect(written.map((each) => openSealedErasure(seal, each))).toEqual([
      { id: 'era_1', atMs: 1_000, subjects: ['one'] },
    ]);
  });

  test('that cannot reach all places is refused before it is written down', async () => {
    const { parts, state, written } = start();
    state.refusal = new OperatorError('out of reach');
    await expect(erasePerson(person, 'era_1', parts)).rejects.toThrow('out of reach');
    expect(written).toEqual([]);
    written.push(sealErasure(seal, { id: 'era_2', atMs: 1, subjects: [] }));
    await expect(reapplyErasures(parts)).rejects.toThrow('out of reach');
  });

  test('tells each step, and counts what each place gave up', async () => {
    const { parts, told } = start({ isBroken: false });
    expect(await erasePerson(person, 'era_1', parts)).toEqual({ broken: 2, sound: 1 });
    expect(told).toEqual(['broken', 'sound', 'files']);
    const { onStep: _, ...quiet } = parts;
    expect(await erasePerson(person, 'era_2', quiet)).toEqual({ broken: 2, sound: 2 });
  });

  test('looks in all files for what the places held and for the number in both forms, also where a place failed', async () => {
    const { parts, cleaned, state } = start();
    await expect(erasePerson({ ...person, cpf }, 'era_1', parts)).rejects.toThrow();
    expect(cleaned).toEqual([[cpf, formatCpf(cpf), 'what lay there']]);
    state.isBroken = false;
    await erasePerson({ ...person, identityNumber: 'AB123456' }, 'era_2', parts);
    // Seven characters stand in any file by chance.
    await erasePerson({ ...person, identityNumber: 'AB12345' }, 'era_3', parts);
    await erasePerson(person, 'era_4', parts);
    expect(cleaned.slice(1)).toEqual([['AB123456', 'what lay there'], ['what lay there'], ['what lay there']]);
  });

  test('that is made again adds up what was found, and knows the person by hashes alone', async () => {
    const { parts, written, erased, cleaned } = start({ isBroken: false });
    for (const [id, subject] of [
      ['era_1', `subject ${cpf}`],
      ['era_2', 'document AB123456'],
    ] as const)
      written.push(sealErasure(seal, { id, atMs: 700, subjects: ['another', subject] }));
    expect(await reapplyErasures(parts)).toEqual({ erasures: 2, erased: { broken: 4, sound: 3 } });
    const [byCpf, byDocument] = erased as [Person, Person];
    expect(byCpf).toMatchObject({ cpf: undefined, untilMs: 700, subjects: ['another', `subject ${cpf}`] });
    expect(byCpf.isNamedIn(`paid by ${formatCpf(cpf)} and 529.982.247-25`)).toBe(true);
    expect(byCpf.isNamedIn('paid by 529.982.247-25 with AB123456')).toBe(false);
    expect(byDocument.isNamedIn('passports CD654321 and AB123456')).toBe(true);
    expect(byDocument.isNamedIn(`passport CD654321 of ${cpf}`)).toBe(false);
    expect(cleaned).toEqual([['what lay there'], ['what lay there']]);
  });
});

describe('databases that come back from a backup', () => {
  const write = (id: string) => sealErasure(seal, { id, atMs: 1, subjects: ['one'] });

  test('miss what any of them has not gone through; one that does not exist yet misses nothing', async () => {
    const { parts, written, marked } = start({ marks: 2 });
    written.push(write('era_1'), write('era_2'));
    for (const ids of marked) ids.add('era_1');
    marked[0]?.add('era_2');
    expect((await listMissing(parts)).map(({ id }) => id)).toEqual(['era_2']);
    const absent = { list: async () => undefined, add: async () => {} };
    expect(await listMissing({ ledger: parts.ledger, marks: [absent] })).toEqual([]);
  });

  test('know erasures that an older copy of the ledger has lost, each counted once', async () => {
    const { parts, written, marked } = start({ marks: 2 });
    written.push(write('era_1'));
    for (const ids of marked) for (const id of ['era_1', 'era_2']) ids.add(id);
    marked[1]?.add('era_3');
    const absent = { list: async () => undefined, add: async () => {} };
    expect(await countLost({ ledger: parts.ledger, marks: [...parts.marks, absent] })).toBe(2);
  });

  test('lose all but the records of the audit before anything of them is shown, and need no act for it', async () => {
    const { parts, written, marked, entries, cleaned, erased } = start({ marks: 2 });
    const { sound, broken } = parts.places as unknown as Record<string, PersonalDataPlace>;
    const places = { audit_records: broken, clearances: sound } as unknown as Places;
    const open: Parameters<typeof forgetBeforeServing>[0] = { ...parts, places };
    expect(await forgetBeforeServing(open)).toBe(0);
    written.push(write('era_1'), write('era_2'));
    expect(await forgetBeforeServing(open)).toBe(2);
    expect(erased.map(({ subjects }) => subjects)).toEqual([['one'], ['one']]);
    expect(marked.map((ids) => [...ids])).toEqual([
      ['era_1', 'era_2'],
      ['era_1', 'era_2'],
    ]);
    expect(cleaned).toEqual([['what lay there'], ['what lay there']]);
    expect(entries).toEqual([]);
  });
});

test('what is held is counted in each place, named where somebody must see to it, with the rows that do not open', async () => {
  const { parts } = start();
  expect(await findHeld(person, parts)).toEqual({
    counts: { broken: 'unknown', sound: 1 },
    named: { sound: ['list:1'] },
    damaged: [{ table: 'events', id: 'evt_1' }],
  });
});
