import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ChainEnd, createExtendChain, emptyChain, type GroupFacts, hashOf } from '../chain.ts';
import { createHeadSigner } from '../head.ts';
import type { AuditSecrets } from '../record.ts';
import { createAuditCheck } from './audit-check.ts';

const chain = 'chain_a';
const toSecrets = (generation: number): AuditSecrets => ({
  generation,
  subjectKey: randomBytes(32),
  detailsKey: randomBytes(32),
  headSeed: randomBytes(32),
  linkKey: randomBytes(32),
});
const [older, newer] = [toSecrets(1), toSecrets(2)];

const toFacts = (content: string): GroupFacts => {
  const hash = hashOf(Buffer.from(content));
  return { count: 1, fromMs: 1, toMs: 1, contentsHash: hash, evidenceHash: hash };
};

/** The places of a chain that this generation wrote, one record for each content. */
function write(secrets: AuditSecrets, contents: readonly string[], before: ChainEnd = emptyChain): readonly ChainEnd[] {
  const extend = createExtendChain(secrets.linkKey, chain);
  const ends = [before];
  for (const content of contents) ends.push(extend(ends.at(-1) as ChainEnd, toFacts(content)));
  return ends;
}

const contents = ['one', 'two', 'three'];
const ends = write(older, contents);
const [, , second, last] = ends as [ChainEnd, ChainEnd, ChainEnd, ChainEnd];
const check = createAuditCheck([
  newer,
  { ...older, until: { [chain]: { sequence: last.sequence, hash: last.hash.toString('hex') } } },
]);
const judge = (before: ChainEnd, content: string, after: ChainEnd, of = chain) =>
  check.openChain(of)(before, toFacts(content), after.hash);
const toHead = ({ sequence, hash }: ChainEnd) => ({ chain, sequence, hash: hash.toString('hex'), atMs: 1 });

test('what a generation wrote before it was retired counts on, records and heads', () => {
  expect(
    contents.map((content, index) => judge(ends[index] as ChainEnd, content, ends[index + 1] as ChainEnd)),
  ).toEqual(contents.map(() => true));
  for (const end of [second, last]) expect(check.isOurs(createHeadSigner(older.headSeed).sign(toHead(end)))).toBe(true);
});

test('whoever has its secret adds no record, no chain and no head, and the newest generation goes on', () => {
  const [, forged] = write(older, ['forged'], last) as [ChainEnd, ChainEnd];
  expect(judge(last, 'forged', forged)).toBe(false);
  const head = createHeadSigner(older.headSeed).sign(toHead(forged));
  expect([check.isOurs(head), check.isSigned(head)]).toEqual([false, true]);
  const other = createExtendChain(older.linkKey, 'chain_b')(emptyChain, toFacts('one'));
  expect(judge(emptyChain, 'one', other, 'chain_b')).toBe(false);
  const [, next] = write(newer, ['four'], last) as [ChainEnd, ChainEnd];
  expect(judge(last, 'four', next)).toBe(true);
});

test('whoever has its secret rewrites no chain either: its last record is known', () => {
  const forged = write(older, ['one', 'changed', 'three']);
  const judged = ['one', 'changed', 'three'].map((content, index) =>
    judge(forged[index] as ChainEnd, content, forged[index + 1] as ChainEnd),
  );
  expect(judged.at(-1)).toBe(false);
  const head = createHeadSigner(older.headSeed).sign(toHead(forged.at(-1) as ChainEnd));
  expect(check.isOurs(head)).toBe(false);
});

test('a head is ours by the generation that signed it, up to the last record that was there, and by no other', () => {
  const isOurs = (secrets: AuditSecrets, end: ChainEnd) =>
    check.isOurs(createHeadSigner(secrets.headSeed).sign(toHead(end)));
  const later = { ...last, sequence: last.sequence + 1 };
  expect([isOurs(newer, last), isOurs(newer, later), isOurs(older, last)]).toEqual([true, true, true]);
  // The hash of the last record under the number of another.
  expect(isOurs(older, later)).toBe(false);
  const stranger = createHeadSigner(toSecrets(3).headSeed).sign(toHead(last));
  expect([check.isOurs(stranger), check.isSigned(stranger)]).toEqual([false, false]);
});
