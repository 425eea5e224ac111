import { describe, expect, it } from 'vitest';
import { registryName } from '../../registry/snapshot/registry-paths.ts';
import { toListDataset } from '../../screening/snapshot/list-dataset.ts';
import { judgeAge } from './judge-age.ts';

const live = { dataAsOf: '2026-09-12' };
const datasets = { registry: registryName, lists: toListDataset('ceis') } as const;

describe.each(['registry', 'lists'] as const)('data of %s', (name) => {
  const dataset = datasets[name];

  it('replaces newer only by name', () => {
    expect(judgeAge({ dataset, live, isHeld: false }, '2026-09-12')).toEqual([]);
    expect(judgeAge({ dataset, live: undefined, isHeld: false }, '2026-08-08')).toEqual([]);
    expect(judgeAge({ dataset, live, isHeld: false }, '2026-08-08')).toMatchObject([
      {
        name: 'older_data',
        sentence: expect.stringMatching(
          / of 2026-08-08, the live (?:snapshot|list) is of 2026-09-12: .*`\w+ rollback`/,
        ),
        portuguese: expect.stringMatching(/ de 08\/08\/2026 e [oa] \w+ em uso é de 12\/09\/2026: /),
      },
    ]);
  });

  it('that a rollback holds is judged by a name of its own, with the day that is held, in both languages', () => {
    const [judged, ...more] = judgeAge({ dataset, live, isHeld: true }, '2026-09-12');
    expect(judged?.name).toBe('rollback_hold');
    expect(judged?.sentence).toContain('holds the data of 2026-09-12');
    expect(judged?.portuguese).toContain(name === 'lists' ? 'A lista voltou aos dados' : 'está travado neles');
    expect(more).toEqual([]);
    expect(judgeAge({ dataset, live: undefined, isHeld: true }, '2026-09-12')[0]?.name).toBe('rollback_hold');
  });
});
