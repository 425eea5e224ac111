import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeDump } from '../../../scripts/make-dump/make-dump.ts';
import { Random } from '../../../scripts/make-dump/values/random.ts';
import type { Company } from '../../../src/domain/company/company.ts';
import type { Cnpj } from '../../../src/domain/numbers/cnpj.ts';
import { readRegistryStatus, rollBackRegistry } from '../../../src/registry/maintenance.ts';
import { isWhole } from '../../long/parts.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { readExpected } from '../../support/registry/expected-answers.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { createRegistryFolders, openRegistry } from '../../support/registry/registry-folders.ts';
import { gatherText } from '../../support/texts.ts';

const kills = Number(process.env['REGISTRY_KILLS'] ?? (isWhole ? 30 : 3));
const fullDisks = isWhole ? 6 : 1;
const establishments = isWhole ? 15_000 : 5_000;
const { newFolder } = createRegistryFolders();
const script = join(import.meta.dirname, '../../support/registry/import-process.ts');
const dumps = [newFolder(), newFolder()] as const;
const answers: ReadonlyMap<Cnpj, Company | null>[] = [];
const dates = ['2026-09-12', '2026-10-10'] as const;

beforeAll(async () => {
  for (const [index, folder] of dumps.entries()) {
    // Another seed draws other companies for the same number of rows: a mix of both cannot pass for either.
    await makeDump({ establishments, folder, seed: 30 + index, date: dates[index] as string });
    answers.push(new Map(readExpected(folder).map(({ cnpj, expected }) => [cnpj, expected])));
  }
});

function startImport(directory: string, dump: string): { child: ChildProcess; ended: Promise<string> } {
  const child = spawn(process.execPath, [script, directory, dump], { stdio: ['ignore', 'pipe', 'inherit'] });
  const output = gatherText(child.stdout);
  return { child, ended: new Promise((resolve) => child.on('close', () => resolve(output()))) };
}

/** Of all files below; those that go while they are counted are none. */
function countBytes(folder: string): number {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true });
    const sizes = files.map(
      ({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false })?.size,
    );
    return sizes.reduce<number>((sum, size = 0) => sum + size, 0);
  } catch {
    return 0;
  }
}

/** Everything that the registry answers belongs to one of the two months; returns which. */
async function checkWholeMonth(directory: string): Promise<string> {
  const registry = openRegistry(directory);
  const { dataAsOf } = registry.status();
  const month = (dates as readonly (string | null)[]).indexOf(dataAsOf);
  expect(month).toBeGreaterThanOrEqual(0);
  let wrong = 0;
  for (const [cnpj, expected] of answers[month] ?? []) {
    const found = registry.find(cnpj);
    const right =
      expected === null
        ? found.kind === 'not_found'
        : found.kind === 'found' && found.company.legalName === expected.legalName;
    if (!right) wrong++;
  }
  await registry.close();
  expect(wrong).toBe(0);
  return dataAsOf ?? '';
}

describe('an import that is killed', () => {
  it('leaves the old snapshot or the new one, never a mix, and the next import cleans up', {
    timeout: 3_600_000,
  }, async () => {
    const random = new Random().restart(9);
    const directory = newFolder();
    await importInto(directory, dumps[0]);
    const seen = { killed: 0, published: 0 };
    // How far an import comes in a time, the machine decides: until as many were killed in their midst.
    for (let round = 0; seen.killed < kills && round < 100; round++) {
      const { child, ended } = startImport(directory, dumps[(round + 1) % 2] as string);
      const timer = setTimeout(() => child.kill('SIGKILL'), 100 + random.below(establishments / 10));
      const output = await ended;
      clearTimeout(timer);
      if (output.includes('published')) seen.published++;
      else seen.killed++;
      await checkWholeMonth(directory);
      expect(readdirSync(join(directory, 'snapshots')).length).toBeLessThanOrEqual(3);
      if (!output.includes('published'))
        expect(readRegistryStatus(directory).last_import?.['outcome']).not.toBe('running');
    }
    expect(seen.killed).toBe(kills);
    await importInto(directory, dumps[1]);
    expect(await checkWholeMonth(directory)).toBe(dates[1]);
    expect(readdirSync(join(directory, 'snapshots')).length).toBeLessThanOrEqual(2);
    expect(existsSync(join(directory, 'incoming'))).toBe(false);
  });

  it('lets its lock go with its life, and a second import meanwhile is told who holds it', async () => {
    const directory = newFolder();
    const { child, ended } = startImport(directory, dumps[0]);
    while (!existsSync(join(directory, 'incoming'))) await new Promise((resolve) => setTimeout(resolve, 5));
    // Stopped, it cannot end before it is looked at, and holds its lock all the same.
    child.kill('SIGSTOP');
    expect(() => importInto(directory, dumps[0])).toThrow(
      new RegExp(`already running \\(process ${child.pid}, since `),
    );
    expect(readRegistryStatus(directory).last_import?.['outcome']).toBe('running');
    child.kill('SIGKILL');
    await ended;
    expect(readRegistryStatus(directory).last_import?.['outcome']).toBe('interrupted');
    await importInto(directory, dumps[0]);
    expect(await checkWholeMonth(directory)).toBe(dates[0]);
  });
});

describe('a full disk', () => {
  const disk = newFolder();
  const directory = join(disk, 'registry');
  const filler = join(disk, 'filler');
  let mounted = false;
  beforeAll(() => {
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk], { stdio: 'ignore' });
      mounted = true;
    } catch {
      process.stderr.write('SKIPPED: the full-disk test needs the right to mount a tmpfs (root on Linux).\n');
    }
  });
  afterEach(() => rmSync(filler, { force: true }));
  afterAll(() => {
    if (mounted) execFileSync('umount', [disk]);
  });

  it('ends the import with one clear sentence and leaves the live snapshot serving', { timeout: 600_000 }, async ({
    skip,
  }) => {
    if (!mounted) skip();
    const random = new Random().restart(4);
    await importInto(directory, dumps[0]);
    const known = {
      published: /^published$/,
      full: /^The disk of DIRECTORY is full: nothing was published, and what was live stays in use. Free some space and run the command again.$/,
      toldBefore: /^The import needs about \d+ MB of disk in DIRECTORY, where \d+ MB are free: /,
    };
    let timesFull = 0;
    const liveBytes = countBytes(join(directory, 'snapshots'));
    // How far it is by the time that the disk is full, the machine decides: until it was in its midst several times.
    for (let round = 0; timesFull < fullDisks && round < 100; round++) {
      const { child, ended } = startImport(directory, dumps[0]);
      let running = true;
      child.on('close', () => {
        running = false;
      });
      const enough = 1 + random.below(liveBytes);
      while (running && countBytes(join(directory, 'incoming')) < enough)
        await new Promise((resolve) => setTimeout(resolve, 2));
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1024'], { stdio: 'ignore' });
      const sentence = (await ended).replace(directory, 'DIRECTORY').trim();
      expect(
        Object.values(known).some((pattern) => pattern.test(sentence)),
        sentence,
      ).toBe(true);
      if (known.full.test(sentence)) timesFull++;
      expect(await checkWholeMonth(directory)).toBe(dates[0]);
      rmSync(filler);
    }
    expect(timesFull).toBe(fullDisks);
  });

  it('is told of before anything is written', async ({ skip }) => {
    if (!mounted) skip();
    for (const kilobytesLeft of [0, 600]) {
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1024'], { stdio: 'ignore' });
      truncateSync(filler, statSync(filler).size - kilobytesLeft * 1024);
      expect(await startImport(directory, dumps[0]).ended).toMatch(
        /^The import needs about \d MB of disk in .*, where \d MB are free: free some space/,
      );
      expect(await checkWholeMonth(directory)).toBe(dates[0]);
    }
    rmSync(filler);
  });

  it('is not in the way of a rollback', async ({ skip }) => {
    if (!mounted) skip();
    await importInto(directory, dumps[0], { rules: { overridden: ['older_data'] } });
    await importInto(directory, dumps[1]);
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1024'], { stdio: 'ignore' });
    expect(rollBackRegistry(directory, createManualClock())).toMatchObject({
      live: { data_as_of: dates[0] },
      previous: { data_as_of: dates[1] },
      held: true,
    });
    expect(await checkWholeMonth(directory)).toBe(dates[0]);
    rmSync(filler);
    expect(rollBackRegistry(directory, createManualClock())).toMatchObject({
      live: { data_as_of: dates[1] },
      held: false,
    });
  });
});
