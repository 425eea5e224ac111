import { describe, expect, test } from 'vitest';
import { type ChainEnd, createExtendChain, emptyChain, hashOf } from '../chain.ts';
import { createGroupOpener, createSealGroup, type KeptGroup, toFindOf } from '../groups/group.ts';
import { listEnds, writePart } from '../groups/parts.ts';
import { createGroupWriter } from '../groups/write-group.ts';
import { createHeadSigner } from '../head.ts';
import type { AuditDraft, AuditSecrets } from '../record.ts';
import { createAuditCheck } from './audit-check.ts';
import { checkPart } from './check-part.ts';

const chain = 'chain_a';
const secrets = {
  ...{ subjectKey: new Uint8Array(32), detailsKey: new Uint8Array(32) },
  ...{ linkKey: new Uint8Array(32).fill(1), headSeed: new Uint8Array(32).fill(2) },
} as unknown as AuditSecrets;
const signer = createHeadSigner(secrets.headSeed);

/** Rows of purged records, which still carry the chain. */
function write(count: number): readonly KeptGroup[] {
  const extend = createExtendChain(secrets.linkKey, chain);
  let end: ChainEnd = emptyChain;
  return Array.from({ length: count }, (_, index) => {
    const contentsHash = hashOf(Buffer.from(`record ${index}`));
    const facts = { count: 1, fromMs: 1, toMs: 1, contentsHash, evidenceHash: contentsHash };
    end = extend(end, facts);
    const forgotten = { find: null, findMac: null, contents: null, evidence: null };
    return { chain, first: end.sequence, generation: 1, ...facts, parts: writePart(facts, end.hash), ...forgotten };
  });
}
const rows = write(3);

async function check(signed: KeptGroup, as: number) {
  const head = signer.sign({ chain, sequence: as, hash: listEnds(signed)[0]?.hash.toString('hex') ?? '', atMs: 1 });
  const pages = (async function* () {
    yield rows;
  })();
  const part = { chain, start: emptyChain, until: 3, heads: [head] };
  return checkPart(part, pages, createAuditCheck([secrets]));
}

test('a head of ours that signs another record under this number is found', async () => {
  const [, second, third] = rows as [KeptGroup, KeptGroup, KeptGroup];
  expect(await check(second, 2)).toMatchObject({ broken: undefined, lastSigned: 2, records: 3 });
  const fault = 'the record is not the one that the signed head names';
  expect((await check(third, 2)).broken).toEqual({ chain, sequence: 2, fault });
  expect((await check(third, 4)).broken).toMatchObject({ fault: 'records up to the signed head are missing' });
});

describe('a group that somebody seals anew who has the key of the seals, and not that of the links', () => {
  const detailsKey = new Uint8Array(32).fill(3);
  const all = { ...secrets, generation: 1, detailsKey };
  const draft: AuditDraft = [
    '[1,1,"cpf","req_1","key_a",',
    'cpf:1',
    ',null,"verified",1,"low",null,null,1,null,null,null]',
    '{"format":1}',
  ];
  const write = createGroupWriter({
    chain,
    secrets: all,
    extend: createExtendChain(secrets.linkKey, chain),
    randomBytes: (length) => new Uint8Array(length).fill(9),
  });
  const [group] = write([draft], emptyChain).groups as [KeptGroup];
  const opened = createGroupOpener([all]).open(group);

  test.each([
    ['as it was', opened, undefined],
    [
      'with another content',
      { ...opened, contents: [opened.contents[0]?.replace('"verified"', '"not_found"') ?? ''] },
      'the record was changed',
    ],
    ['with other evidence', { ...opened, evidence: ['{"format":2}'] }, 'the details were changed'],
    ['with evidence that is empty', { ...opened, evidence: [''] }, 'the details were changed'],
  ])('is judged %s by its commitments', async (_what, changed, fault) => {
    const forged = createSealGroup(all)(group, changed, toFindOf(changed.contents));
    const pages = (async function* () {
      yield [forged];
    })();
    const { broken } = await checkPart({ chain, start: emptyChain, heads: [] }, pages, createAuditCheck([all]));
    expect(broken).toEqual(fault === undefined ? undefined : { chain, sequence: 1, fault });
  });
});
