import { describe, expect, it } from 'vitest';
import { draftOf } from '../../../test/support/registry/registry-draft.ts';
import { OperatorError } from '../../errors.ts';
import { DamagedFile } from '../datasets/damaged-file.ts';
import { type MonthListing, type UpdateParts, updateRegistry } from './update-registry.ts';

/** A share that lists months newest first; a month's text is its fingerprint, and a `!` in front means that a file is missing. */
function world(months: Readonly<Record<string, string>>, given: Partial<UpdateParts> = {}) {
  const log: string[] = [];
  const describeMonth = async (month: string): Promise<MonthListing> => ({
    month,
    fingerprint: months[month] ?? '',
    notPublished: months[month]?.startsWith('!') === true ? ['Simples.zip'] : [],
  });
  const parts: UpdateParts = {
    months: {
      list: async () => Object.keys(months).sort().reverse(),
      describe: describeMonth,
      async download(month) {
        log.push(`download ${month}`);
        const listing = await describeMonth(month);
        return { ...listing, folder: month, complete: listing.notPublished.length === 0, files: [] };
      },
      discard: async (month) => void log.push(`discard ${month}`),
      discardFile: async (path) => void log.push(`discard file ${path}`),
    },
    live: undefined,
    held: false,
    month: undefined,
    overridden: [],
    importFolder: async (folder) => {
      log.push(`import ${folder}`);
      return { ...draftOf(), overridden: [] };
    },
    recordPublished: (_, { month, fingerprint }) => void log.push(`record ${month} ${fingerprint}`),
    keepFiles: false,
    signal: new AbortController().signal,
    ...given,
  };
  return { log, run: () => updateRegistry(parts) };
}

const live = (month: string, fingerprint: string, dataAsOf = `${month}-10`) => ({
  dataAsOf,
  published: { month, fingerprint },
});

describe('an update', () => {
  it('imports the newest month, notes what it was made from, and removes the files', async () => {
    const { log, run } = world({ '2026-09': 'a', '2026-10': 'b' });
    expect(await run()).toMatchObject({ kind: 'updated', month: '2026-10' });
    expect(log).toEqual(['download 2026-10', 'import 2026-10', 'record 2026-10 b', 'discard 2026-10']);
  });

  it('does nothing while that month is live', async () => {
    const { log, run } = world({ '2026-10': 'b' }, { live: live('2026-10', 'b') });
    expect(await run()).toEqual({ kind: 'up_to_date', month: '2026-10', dataAsOf: '2026-10-10' });
    expect(log).toEqual([]);
  });

  it('does nothing about a month that was imported by hand', async () => {
    const { log, run } = world({ '2026-10': 'b' }, { live: { dataAsOf: '2026-10-10', published: undefined } });
    expect(await run()).toMatchObject({ kind: 'up_to_date' });
    expect(log).toEqual([]);
  });

  it('imports a month again that was published anew', async () => {
    const { run } = world({ '2026-10': 'new' }, { live: live('2026-10', 'old') });
    expect(await run()).toMatchObject({ kind: 'updated', month: '2026-10' });
  });

  it('imports a month once whose folder is named later than its data', async () => {
    const months = { '2026-10': 'b' };
    const before = world(months, { live: { dataAsOf: '2026-09-28', published: undefined } });
    expect(await before.run()).toMatchObject({ kind: 'updated' });
    const after = world(months, { live: live('2026-10', 'b', '2026-09-28') });
    expect(await after.run()).toMatchObject({ kind: 'up_to_date' });
    expect(after.log).toEqual([]);
  });

  it('takes the older whole month on a fresh installation while the newest is being published', async () => {
    const { log, run } = world({ '2026-08': 'x', '2026-09': 'a', '2026-10': '!b' });
    expect(await run()).toMatchObject({ kind: 'updated', month: '2026-09' });
    expect(log[0]).toBe('download 2026-09');
  });

  it('says that the newest is partial when the one before it is live already', async () => {
    const { log, run } = world({ '2026-09': 'a', '2026-10': '!b' }, { live: live('2026-09', 'a') });
    expect(await run()).toMatchObject({ kind: 'partial', download: { month: '2026-10' } });
    expect(log).toEqual(['download 2026-10']);
  });
});

describe('a rollback', () => {
  it('holds against updates', async () => {
    const { log, run } = world({ '2026-10': 'b' }, { live: live('2026-09', 'a'), held: true });
    expect(await run()).toEqual({ kind: 'held', dataAsOf: '2026-09-10' });
    expect(log).toEqual([]);
  });

  it('gives way to its own name', async () => {
    const overridden = ['rollback_hold'];
    const { run } = world({ '2026-10': 'b' }, { live: live('2026-09', 'a'), held: true, overridden });
    expect(await run()).toMatchObject({ kind: 'updated', month: '2026-10' });
  });

  it('gives way to a month that is asked for', async () => {
    const { run } = world({ '2026-10': 'b' }, { live: live('2026-09', 'a'), held: true, month: '2026-10' });
    expect(await run()).toMatchObject({ kind: 'updated', month: '2026-10' });
  });
});

describe('a month that is asked for', () => {
  it('replaces newer data only by name, and is not downloaded before that', async () => {
    const months = { '2026-08': 'x', '2026-09': 'a' };
    const refused = world(months, { live: live('2026-09', 'a'), month: '2026-08' });
    await expect(refused.run()).rejects.toThrow(
      /2026-08 is older than the live data of 2026-09-10.*--force older_data/s,
    );
    expect(refused.log).toEqual([]);
    const forced = world(months, { live: live('2026-09', 'a'), month: '2026-08', overridden: ['older_data'] });
    expect(await forced.run()).toMatchObject({ kind: 'updated', month: '2026-08' });
  });
});

describe('a file that is damaged', () => {
  const damaged = (path: string) => new DamagedFile(`${path} is damaged.`, path);

  it('is fetched again, once for each file, and then imported', async () => {
    const faults = [damaged('a.zip'), damaged('b.zip')];
    const { log, run } = world(
      { '2026-10': 'b' },
      {
        importFolder: async () => {
          const fault = faults.shift();
          if (fault !== undefined) throw fault;
          return { ...draftOf(), overridden: [] };
        },
      },
    );
    expect(await run()).toMatchObject({ kind: 'updated' });
    expect(log).toEqual([
      'download 2026-10',
      'discard file a.zip',
      'download 2026-10',
      'discard file b.zip',
      'download 2026-10',
      'record 2026-10 b',
      'discard 2026-10',
    ]);
  });

  it('is reported when it comes damaged a second time', async () => {
    const { log, run } = world({ '2026-10': 'b' }, { importFolder: () => Promise.reject(damaged('a.zip')) });
    await expect(run()).rejects.toThrow('a.zip is damaged.');
    expect(log).toEqual(['download 2026-10', 'discard file a.zip', 'download 2026-10']);
  });

  it('is the only fault that fetches anything again', async () => {
    const refusal = new OperatorError('No.');
    const { log, run } = world({ '2026-10': 'b' }, { importFolder: () => Promise.reject(refusal) });
    await expect(run()).rejects.toBe(refusal);
    expect(log).toEqual(['download 2026-10']);
  });
});
