import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KeyId } from '../../../domain/access/api-key.ts';
import { completeCpf } from '../../../domain/numbers/cpf.ts';
import { createExtendChain, emptyChain } from '../chain.ts';
import type { AuditEntry } from '../entry.ts';
import { createJudgeLink } from '../proof/audit-check.ts';
import { type AuditDraft, contentPlaces, parseContentValues, toDraft } from '../record.ts';
import { eraseRecords, packGroups, sealAnew } from './change-group.ts';
import { createGroupOpener, createSealGroup, findUncommitted, type KeptGroup, toFindOf } from './group.ts';
import { readParts } from './parts.ts';
import { createGroupWriter } from './write-group.ts';

const chain = 'chain_of_a_test';
const secrets = [1, 2].map((generation) => ({
  generation,
  subjectKey: new Uint8Array(32).fill(generation),
  detailsKey: new Uint8Array(32).fill(10 + generation),
  headSeed: new Uint8Array(32).fill(20 + generation),
  linkKey: new Uint8Array(32).fill(30 + generation),
})) as [{ generation: number } & Parameters<typeof createGroupWriter>[0]['secrets'], never];
const [first, second] = secrets;
const opener = createGroupOpener(secrets);
const seal = createSealGroup(first);

const toRequestId = (index: number) => `req_${index.toString(16).padStart(32, '0')}`;

function toIntent(index: number): AuditEntry {
  const number = completeCpf(String(100_000_000 + index));
  const asked = { requestId: toRequestId(index), keyId: 'key_a' as KeyId, purpose: null };
  return { kind: 'intent', atMs: 1_000 + index, ...asked, about: { kind: 'cpf', number }, parties: ['bureau_a'] };
}

const act: AuditEntry = { kind: 'act', atMs: 5, actor: 'root', act: 'key_created', target: 'key_a' };

/** As `toDraft` makes one of a verification, with whatever evidence. */
function toVerification(index: number): AuditDraft {
  const [head, subject, tail] = toDraft(toIntent(index));
  return [head.replace('"intent"', '"cpf"'), subject, tail, JSON.stringify({ format: 1, index, name: 'ação' })];
}

function write(drafts: readonly AuditDraft[], from = emptyChain) {
  const extend = createExtendChain(first.linkKey, chain);
  return createGroupWriter({ chain, secrets: first, extend, randomBytes })(drafts, from);
}

const toKindOf = (contents: readonly (string | null)[]) => (index: number) =>
  parseContentValues(contents[index] ?? '')?.[contentPlaces.kind];

/** Everything that the proof compares. */
function isProven(group: KeptGroup): boolean {
  const judge = createJudgeLink(secrets, chain);
  let end = { sequence: group.first - 1, hash: emptyChain.hash };
  for (const part of readParts(group.parts) ?? []) {
    if (!judge(end, part, part.link)) return false;
    end = { sequence: end.sequence + part.count, hash: part.link };
  }
  const opened = opener.open(group);
  if (findUncommitted(opened, toKindOf(opened.contents)) !== undefined) return false;
  return group.find?.toString('latin1') === toFindOf(opened.contents) && opener.isFindOurs(group);
}

const mixed = (count: number) =>
  Array.from({ length: count }, (_, index) => (index % 3 === 2 ? toVerification(index) : toDraft(toIntent(index))));

describe('a group of records', () => {
  test.each([1, 2, 15, 16, 64])('of %i holds what was written, and is proven', (count) => {
    const drafts = mixed(count);
    const { groups, end } = write(drafts);
    const [group] = groups as [KeptGroup];
    expect([groups.length, group.count, end.sequence]).toEqual([1, count, count]);
    expect(isProven(group)).toBe(true);
    const { contents, evidence } = opener.open(group);
    expect(contents.map((content) => content?.slice(0, 6))).toEqual(drafts.map(([head]) => head.slice(0, 6)));
    expect(drafts.map((_, index) => evidence?.[index] ?? null)).toEqual(drafts.map(([, , , details]) => details));
  });

  test('shows nothing of what it holds without the secret', () => {
    const [group] = write([toVerification(1)]).groups as [KeptGroup];
    const bytes = Buffer.concat([group.contents as Buffer, group.evidence as Buffer]).toString('latin1');
    for (const text of ['key_a', 'cpf', 'index']) expect(bytes).not.toContain(text);
    const stranger = createGroupOpener([{ generation: 1, detailsKey: new Uint8Array(32) }]);
    expect(() => stranger.open(group)).toThrow();
    expect(stranger.isFindOurs(group)).toBe(false);
    expect(() => createGroupOpener([{ generation: 1 }]).open(group)).toThrow();
  });

  test('of another place does not open there', () => {
    const { groups, end } = write([toDraft(act)]);
    const [group] = groups as [KeptGroup];
    expect(() => opener.open({ ...group, first: 2 })).toThrow();
    expect(opener.isFindOurs({ ...group, first: 2 })).toBe(false);
    expect(opener.isFindOurs({ ...group, find: Buffer.alloc(11) })).toBe(false);
    const [next] = write([toDraft(act)], end).groups as [KeptGroup];
    expect(next.first).toBe(2);
  });

  test('gives acts that cover what is gone a row of their own, in their order', () => {
    const cover = toDraft({ ...act, act: 'audit_purged', target: '{"covers":{}}' });
    const { groups, end } = write([toDraft(act), cover, cover, toDraft(toIntent(1))]);
    expect(groups.map((group) => [group.first, group.count])).toEqual([
      [1, 1],
      [2, 2],
      [4, 1],
    ]);
    expect(end.sequence).toBe(4);
  });
});

describe('what is erased', () => {
  const parts = { opener, seal };

  test('is gone with its salts, and every other record stays proven', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(fc.nat(39), { minLength: 1 }), (count, asked) => {
        const [group] = write(mixed(count)).groups as [KeptGroup];
        const gone = new Set(asked.map((index) => index % count));
        const left = eraseRecords(group, gone, parts) as KeptGroup;
        expect(isProven(left)).toBe(true);
        const { contents, evidence, salts } = opener.open(left);
        expect(contents.flatMap((content, index) => (content === null ? [index] : []))).toEqual(
          [...gone].sort((one, other) => one - other),
        );
        for (const index of gone) expect(evidence?.[index] ?? null).toBeNull();
        const [each] = salts;
        expect(each?.kind === 'each' && each.records.map(({ kind }) => kind === 'erased')).toEqual(
          contents.map((content) => content === null),
        );
        expect(eraseRecords(left, gone, parts)).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });

  test('leaves a changed neighbour to be caught', () => {
    const [group] = write(mixed(20)).groups as [KeptGroup];
    const left = opener.open(eraseRecords(group, new Set([4]), parts) as KeptGroup);
    for (const index of [0, 5, 19]) {
      const contents = left.contents.with(index, (left.contents[index] ?? '').replace('key_a', 'key_b'));
      expect(findUncommitted({ ...left, contents }, toKindOf(contents))).toEqual({ what: 'contents', index: 0 });
    }
    const evidence = left.evidence?.with(5, '{}');
    expect(findUncommitted({ ...left, evidence }, toKindOf(left.contents))).toEqual({ what: 'evidence', index: 0 });
  });

  test('of a group whose evidence was purged leaves it proven', () => {
    const [group] = write(mixed(9)).groups as [KeptGroup];
    const left = eraseRecords({ ...group, evidence: null }, new Set([2, 3]), parts) as KeptGroup;
    expect([left.evidence, isProven(left)]).toEqual([null, true]);
  });
});

test('a pack keeps every group that was committed, whatever was erased of them, and is erased from like one', () => {
  let end = emptyChain;
  const groups = [3, 1, 5].map((count) => {
    const written = write(mixed(count), end);
    end = written.end;
    return written.groups[0] as KeptGroup;
  }) as [KeptGroup, KeptGroup, KeptGroup];
  const [one, two, three] = groups;
  const erased = eraseRecords(three, new Set([2]), { opener, seal }) as KeptGroup;
  const pack = packGroups(
    [one, two, erased].map((group) => ({ group, opened: opener.open(group) })) as unknown as Parameters<
      typeof packGroups
    >[0],
    seal,
  );
  expect([pack.first, pack.count, pack.parts.equals(Buffer.concat(groups.map(({ parts }) => parts)))]).toEqual([
    1,
    9,
    true,
  ]);
  expect(isProven(pack)).toBe(true);
  expect(opener.open(pack).contents[6]).toBeNull();
  const left = eraseRecords(pack, new Set([0, 3]), { opener, seal }) as KeptGroup;
  expect(isProven(left)).toBe(true);
  expect(opener.open(left).contents.map((content) => content === null)).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((index) => [0, 3, 6].includes(index)),
  );
});

test('a newer secret seals a group anew, and the older one opens it no more', () => {
  const [group] = write(mixed(20)).groups as [KeptGroup];
  const renewed = sealAnew(group, opener, createSealGroup(second));
  expect([renewed.generation, isProven(renewed)]).toEqual([2, true]);
  expect(() => createGroupOpener([first]).open(renewed)).toThrow();
});
