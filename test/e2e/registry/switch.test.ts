import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDump } from '../../../scripts/make-dump/make-dump.ts';
import { readRegistryStatus, rollBackRegistry, verifyRegistry } from '../../../src/registry/maintenance.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { type ImportOptions, importInto as importBy } from '../../support/registry/import-dump.ts';
import { company, type DumpRows, establishment, writeDump } from '../../support/registry/registry-dump.ts';
import { createRegistryFolders, findIn } from '../../support/registry/registry-folders.ts';

const clock = createManualClock();
const { newFolder } = createRegistryFolders();
/** What is tested here comes before and after the threads. */
const importInto = (directory: string, dump: string, options: ImportOptions = {}) =>
  importBy(directory, dump, { threads: 1, ...options });

describe('files that must not be loaded', () => {
  const dump = newFolder();
  beforeAll(() => makeDump({ establishments: 600, folder: dump, seed: 3 }));

  function copyDump(): string {
    const copy = newFolder();
    mkdirSync(copy);
    for (const name of readdirSync(dump)) copyFileSync(join(dump, name), join(copy, name));
    return copy;
  }

  it('names the parts that are missing', async () => {
    const copy = copyDump();
    rmSync(join(copy, 'Empresas4.zip'));
    await expect(importInto(newFolder(), copy)).rejects.toThrow(/Empresas4 is missing/);
  });

  it('refuses a zip that was cut short', async () => {
    const copy = copyDump();
    truncateSync(join(copy, 'Estabelecimentos0.zip'), 5000);
    await expect(importInto(newFolder(), copy)).rejects.toThrow(/Estabelecimentos0\.zip is not a whole zip file/);
  });

  it('refuses a zip with any damaged byte of its content', async () => {
    const directory = newFolder();
    for (const share of [0.1, 0.5, 0.9]) {
      const copy = copyDump();
      const path = join(copy, 'Simples.zip');
      const bytes = readFileSync(path);
      const at = Math.floor(bytes.length * share);
      bytes[at] = (bytes[at] as number) ^ 0x10;
      writeFileSync(path, bytes);
      await expect(importInto(directory, copy)).rejects.toThrow(/Simples\.zip is (damaged|not a whole zip file)/);
    }
    expect(readRegistryStatus(directory).live).toBeNull();
  });

  it('calls a zip that the system does not let it read unreadable, not damaged', async () => {
    const copy = copyDump();
    const path = join(copy, 'Empresas1.zip');
    rmSync(path);
    // A link to itself is what even root may not read.
    symlinkSync(path, path);
    await expect(importInto(newFolder(), copy)).rejects.toThrow(`${path} cannot be read (ELOOP): check the disk.`);
  });

  it('refuses parts of two months', async () => {
    const copy = copyDump();
    const other = newFolder();
    await makeDump({ establishments: 600, folder: other, seed: 3, date: '2026-09-12' });
    copyFileSync(join(other, 'Empresas1.zip'), join(copy, 'Empresas1.zip'));
    await expect(importInto(newFolder(), copy)).rejects.toThrow(/different days \(2026-09-12, 2026-10-10\)/);
  });

  it('refuses an extracted file that ends in the middle of a row', async () => {
    const written = writeDump(newFolder(), { establishments: [establishment({ base: '123456780001' })] });
    const path = join(written, 'K3241.K03200Y0.D60808.ESTABELE');
    truncateSync(path, readFileSync(path).length - 20);
    await expect(importInto(newFolder(), written)).rejects.toThrow(/ends in the middle of a row/);
  });

  it('refuses names that belong to other establishments', async () => {
    const directory = newFolder();
    const rows = Array.from({ length: 30 }, (_, index) => establishment({ base: `5555${1000 + index}0001` }));
    const written = writeDump(newFolder(), { establishments: rows });
    await expect(importInto(directory, written)).rejects.toThrow(/no company name/);
    expect(readRegistryStatus(directory)).toMatchObject({ live: null, last_import: { outcome: 'failed' } });
  });

  it('refuses a path that does not exist', async () => {
    await expect(importInto(newFolder(), join(dump, 'nowhere'))).rejects.toThrow(/does not exist/);
  });
});

describe('load beside, verify, switch', () => {
  const base = '444410000001';
  const rowsOf = (count: number, tradeName: string): DumpRows => {
    const roots = Array.from({ length: count }, (_, index) => `4444${1000 + index}`);
    return {
      establishments: roots.map((root) => establishment({ base: `${root}0001`, tradeName })),
      companies: roots.map((root) => company(root, 'ACME')),
    };
  };

  it('keeps the previous snapshot for a rollback, and no older one', async () => {
    const directory = newFolder();
    for (const month of ['60613', '60711', '60808']) {
      await importInto(directory, writeDump(newFolder(), rowsOf(30, `MONTH ${month}`), month));
    }
    expect(readdirSync(join(directory, 'snapshots'))).toHaveLength(2);
    expect(await findIn(directory, base)).toMatchObject({
      dataAsOf: '2026-08-08',
      company: { tradeName: 'MONTH 60808' },
    });

    expect(rollBackRegistry(directory, clock)).toMatchObject({
      live: { data_as_of: '2026-07-11' },
      previous: { data_as_of: '2026-08-08' },
    });
    expect(await findIn(directory, base)).toMatchObject({
      dataAsOf: '2026-07-11',
      company: { tradeName: 'MONTH 60711' },
    });
    rollBackRegistry(directory, clock);
    expect(await findIn(directory, base)).toMatchObject({ dataAsOf: '2026-08-08' });
  });

  it('stops a loss of rows and leaves the live snapshot, unless forced', async () => {
    const directory = newFolder();
    await importInto(directory, writeDump(newFolder(), rowsOf(100, 'FULL')));
    const fewer = writeDump(newFolder(), rowsOf(50, 'HALF'));
    await expect(importInto(directory, fewer)).rejects.toThrow(
      /hold 60 establishments, the live snapshot of 2026-08-08 110/,
    );
    expect(await findIn(directory, base)).toMatchObject({ company: { tradeName: 'FULL' } });
    expect(readdirSync(join(directory, 'snapshots'))).toHaveLength(1);
    await importInto(directory, fewer, { rules: { overridden: ['part_rows', 'fewer_rows'] } });
    expect(await findIn(directory, base)).toMatchObject({ company: { tradeName: 'HALF' } });
  });

  it('shows what is live, what was before, and what the last import did', async () => {
    const directory = newFolder();
    expect(readRegistryStatus(directory)).toEqual({ live: null, previous: null, held: false, last_import: null });
    await importInto(directory, writeDump(newFolder(), rowsOf(5, 'A')));
    const status = readRegistryStatus(directory);
    expect(status).toMatchObject({
      live: { data_as_of: '2026-08-08', establishments: 15, companies: 15, bytes: expect.any(Number), problem: null },
      previous: null,
      last_import: { outcome: 'succeeded', data_as_of: '2026-08-08' },
    });
    expect(status.live?.imported_at).toMatch(/^2026-11-15T/);
    expect(status.live?.verified_at).toMatch(/^2026-11-15T/);
    expect(verifyRegistry(directory, clock, () => {}).live?.verified_at).toBe('2026-11-15T12:00:00.000Z');
  });

  it('tells after a kill just past the switch that the import went live', async () => {
    const directory = newFolder();
    const { id } = await importInto(directory, writeDump(newFolder(), rowsOf(5, 'A')));
    const started_at = '2026-11-15T12:00:00.000Z';
    const record = (snapshot: string): void =>
      writeFileSync(join(directory, 'last-import.json'), JSON.stringify({ outcome: 'running', started_at, snapshot }));
    record(id);
    expect(readRegistryStatus(directory).last_import).toMatchObject({ outcome: 'succeeded' });
    record('20260101T000000-000');
    expect(readRegistryStatus(directory).last_import).toMatchObject({ outcome: 'interrupted' });
  });

  it('says that there is nothing to go back to', async () => {
    const directory = newFolder();
    expect(() => rollBackRegistry(directory, clock)).toThrow(/no previous snapshot/);
    await importInto(directory, writeDump(newFolder(), rowsOf(5, 'A')));
    expect(() => rollBackRegistry(directory, clock)).toThrow(/no previous snapshot/);
  });

  it('does not go back to a damaged snapshot', async () => {
    const directory = newFolder();
    const first = await importInto(directory, writeDump(newFolder(), rowsOf(30, 'A'), '60711'));
    await importInto(directory, writeDump(newFolder(), rowsOf(30, 'B')));
    truncateSync(join(directory, 'snapshots', first.id, 'blocks.dat'), 100);
    expect(() => rollBackRegistry(directory, clock)).toThrow(/is not whole/);
    expect(await findIn(directory, base)).toMatchObject({ company: { tradeName: 'B' } });
  });

  it('keeps the last good snapshot for a rollback when the live one is beyond reading', async () => {
    const directory = newFolder();
    const good = await importInto(directory, writeDump(newFolder(), rowsOf(30, 'GOOD'), '60711'));
    const bad = await importInto(directory, writeDump(newFolder(), rowsOf(30, 'BAD'), '60808'));
    rmSync(join(directory, 'snapshots', bad.id, 'manifest.json'));
    await importInto(directory, writeDump(newFolder(), rowsOf(30, 'NEW'), '60912'));
    expect(readRegistryStatus(directory).previous?.id).toBe(good.id);
    expect(readdirSync(join(directory, 'snapshots')).sort()).toHaveLength(2);
  });

  it('says that the directory cannot be written', () => {
    const file = newFolder();
    writeFileSync(file, '');
    expect(() => importInto(join(file, 'registry'), file)).toThrow(/cannot be written \(ENOTDIR\)/);
  });

  it('lets one import run at a time and says who holds the lock', async () => {
    const directory = newFolder();
    const dump = writeDump(newFolder(), rowsOf(5, 'A'));
    const first = importInto(directory, dump);
    const holder = `already running \\(process ${process.pid}, since 2026-11-15T`;
    expect(() => importInto(directory, dump)).toThrow(new RegExp(holder));
    await first;
    await importInto(directory, dump);
  });

  it('cleans up when it is interrupted, and the live snapshot serves on', async () => {
    const directory = newFolder();
    await importInto(directory, writeDump(newFolder(), rowsOf(5, 'OLD')));
    const controller = new AbortController();
    const dump = writeDump(newFolder(), rowsOf(5, 'NEW'));
    const interrupted = importInto(directory, dump, { signal: controller.signal });
    controller.abort();
    await expect(interrupted).rejects.toThrow();
    expect(existsSync(join(directory, 'incoming'))).toBe(false);
    expect(readRegistryStatus(directory).last_import).toMatchObject({ outcome: 'interrupted' });
    expect(await findIn(directory, base)).toMatchObject({ company: { tradeName: 'OLD' } });
  });
});
