import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createOutputDirectory } from '../../../test/support/output.ts';
import { createLineageMemory, findFence, type Lineage, parseLineage, writeLineage } from './lineage.ts';

const known: Lineage = {
  epoch: 0,
  system: '7300000000000000001',
  timeline: 4,
  mark: '11111111-1111-4111-8111-111111111111',
};
const other = '22222222-2222-4222-8222-222222222222';

describe('which server is used', () => {
  test.each([
    ['the one that is known', {}, undefined],
    ['one that was promoted after it', { timeline: 5, mark: other }, undefined],
    ['one from before it', { timeline: 3, mark: other }, 'OLD_PRIMARY'],
    ['one that was promoted apart from it', { mark: other }, 'FORKED_SERVER'],
    ['one of another cluster', { system: '7300000000000000002', timeline: 9 }, 'OTHER_SERVER'],
  ])('%s', (_, change, fence) => {
    expect(findFence(known, { ...known, ...change })).toBe(fence);
  });

  test('what is remembered is the newest; an operator’s word outranks a timeline', () => {
    const memory = createLineageMemory(join(createOutputDirectory('lineage'), 'data', 'store-lineage'));
    expect(memory.read()).toBeUndefined();
    memory.remember(known);
    memory.remember({ ...known, timeline: 3, mark: other });
    expect(memory.read()).toEqual(known);
    memory.remember({ ...known, system: '7300000000000000002', timeline: 9, mark: other });
    expect(memory.read()).toEqual(known);
    memory.remember({ ...known, epoch: 1, timeline: 1, mark: other });
    expect(memory.read()).toMatchObject({ epoch: 1, timeline: 1 });
  });

  test('as text it is the same again; any other text is nothing', () => {
    expect(parseLineage(writeLineage(known))).toEqual(known);
    for (const text of ['', '1 2', 'x y z', `${writeLineage(known)} more`]) expect(parseLineage(text)).toBeUndefined();
  });
});
