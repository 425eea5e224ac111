import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createOutputDirectory } from '../../../test/support/output.ts';
import { createLineageMemory } from '../../stores/postgres/lineage.ts';
import { followLineage, toKnownServers } from './known-servers.ts';

test('a newer server that another process of the node wrote down is told of once, by asking for the newest alone', () => {
  const file = join(createOutputDirectory('known-servers'), 'store-lineage');
  const first = { epoch: 0, system: '7', timeline: 1, mark: '00000000-0000-4000-8000-000000000001' };
  createLineageMemory(file).remember(first);
  let times = 0;
  const servers = toKnownServers(followLineage(createLineageMemory(file), () => void times++));
  servers.newestServer();
  expect(times).toBe(0);
  createLineageMemory(file).remember({ ...first, timeline: 2 });
  servers.newestServer();
  servers.newestServer();
  expect(times).toBe(1);
});
