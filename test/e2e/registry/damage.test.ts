import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDump } from '../../../scripts/make-dump/make-dump.ts';
import { Random } from '../../../scripts/make-dump/values/random.ts';
import type { Company } from '../../../src/domain/company/company.ts';
import type { Cnpj } from '../../../src/domain/numbers/cnpj.ts';
import type { LiveRegistry, RegistryEvent } from '../../../src/registry/live-registry.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { readExpected } from '../../support/registry/expected-answers.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { company, establishment, writeDump } from '../../support/registry/registry-dump.ts';
import { createRegistryFolders, findIn, openRegistry } from '../../support/registry/registry-folders.ts';

const hits = Number(process.env['REGISTRY_HITS'] ?? 300);
const { newFolder } = createRegistryFolders();
const whole = newFolder();
let snapshot: string;
const known: Company[] = [];
const absent: Cnpj[] = [];

beforeAll(async () => {
  const dump = newFolder();
  await makeDump({ establishments: 4000, folder: dump, seed: 21 });
  snapshot = (await importInto(whole, dump)).id;
  for (const [index, { cnpj, expected }] of readExpected(dump).entries()) {
    if (index % 4 > 0) continue;
    if (expected === null) absent.push(cnpj);
    else known.push(expected);
  }
});

function copyRegistry(): { directory: string; pathOf: (file: string) => string } {
  const directory = newFolder();
  cpSync(whole, directory, { recursive: true });
  return { directory, pathOf: (file) => join(directory, 'snapshots', snapshot, file) };
}

/** Asks for everything: each answer must be the right one or `unavailable`. Returns how many were unavailable. */
function countUnavailable(registry: LiveRegistry): number {
  let unavailable = 0;
  let wrong = 0;
  for (const company of known) {
    const found = registry.find(company.cnpj);
    if (found.kind === 'unavailable') unavailable++;
    else if (found.kind !== 'found' || !isDeepStrictEqual(found.company, company)) wrong++;
  }
  for (const cnpj of absent) {
    const found = registry.find(cnpj);
    if (found.kind === 'unavailable') unavailable++;
    else if (found.kind !== 'not_found') wrong++;
  }
  expect(wrong).toBe(0);
  return unavailable;
}

function hit(path: string, random: Random): void {
  const bytes = readFileSync(path);
  const draw = random.below(4);
  if (draw === 0) truncateSync(path, random.below(bytes.length));
  else if (draw === 1) {
    const at = random.below(bytes.length);
    bytes[at] = (bytes[at] as number) ^ (1 << random.below(8));
    writeFileSync(path, bytes);
  } else if (draw === 2) {
    const at = random.below(bytes.length);
    bytes.fill(0, at, Math.min(bytes.length, at + 1 + random.below(5000)));
    writeFileSync(path, bytes);
  } else {
    // A page that landed in the wrong place: each of its entries is well-formed.
    const length = Math.min(bytes.length, 2048);
    const from = random.below(Math.max(1, Math.floor(bytes.length / 2048))) * 2048;
    const to = random.below(Math.max(1, Math.floor(bytes.length / 2048))) * 2048;
    bytes.copy(bytes, to, from, from + length);
    writeFileSync(path, bytes);
  }
}

describe('damaged files', () => {
  it('give the right answer or none, however they were hit before opening', async () => {
    const random = new Random().restart(1);
    const { directory, pathOf } = copyRegistry();
    const pristine = join(whole, 'snapshots', snapshot);
    let refused = 0;
    for (let round = 0; round < hits; round++) {
      const file = random.pick(['blocks.dat', 'blocks.dat', 'index.dat', 'manifest.json']);
      hit(pathOf(file), random);
      const registry = openRegistry(directory);
      if (countUnavailable(registry) > 0) refused++;
      await registry.close();
      copyFileSync(join(pristine, file), pathOf(file));
    }
    expect(refused).toBeGreaterThan(hits * 0.6);
  });

  it('give the right answer or none, however they are hit while they are served', async () => {
    const random = new Random().restart(2);
    const { directory, pathOf } = copyRegistry();
    const pristine = join(whole, 'snapshots', snapshot);
    const registry = openRegistry(directory);
    expect(countUnavailable(registry)).toBe(0);
    let damagedAnswers = 0;
    for (let round = 0; round < hits; round++) {
      hit(pathOf('blocks.dat'), random);
      damagedAnswers += countUnavailable(registry);
      copyFileSync(join(pristine, 'blocks.dat'), pathOf('blocks.dat'));
      expect(countUnavailable(registry)).toBe(0);
    }
    expect(damagedAnswers).toBeGreaterThan(hits);
    await registry.close();
  });

  it('take the snapshot out of service when the background check sees them, and it returns when they are repaired', async () => {
    const { directory, pathOf } = copyRegistry();
    const bytes = readFileSync(pathOf('blocks.dat'));
    bytes[bytes.length - 3000] = (bytes[bytes.length - 3000] as number) ^ 1;
    writeFileSync(pathOf('blocks.dat'), bytes);
    const events: RegistryEvent[] = [];
    const clock = createManualClock();
    const registry = openRegistry(directory, {
      onEvent: (event) => events.push(event),
      clock,
    });
    expect(registry.status().readiness).toBe('ready');
    clock.advance(20_000);
    await expect.poll(() => registry.status().readiness).toBe('unavailable');
    expect(events.map((event) => event.kind)).toEqual(['snapshot_opened', 'verification_failed']);
    expect(countUnavailable(registry)).toBe(known.length + absent.length);

    copyFileSync(join(whole, 'snapshots', snapshot, 'blocks.dat'), pathOf('blocks.dat'));
    clock.advance(601_000);
    await expect.poll(() => registry.status().readiness).toBe('ready');
    expect(countUnavailable(registry)).toBe(0);
    await registry.close();
  });

  it('are refused by a service that waits for the whole check, which a whole snapshot passes', async () => {
    const { directory, pathOf } = copyRegistry();
    const good = openRegistry(directory, { verifyBeforeReady: true });
    expect(good.status().readiness).toBe('verifying');
    expect(countUnavailable(good)).toBe(known.length + absent.length);
    await expect.poll(() => good.status().readiness).toBe('ready');
    expect(countUnavailable(good)).toBe(0);
    await good.close();

    hitOneByte(pathOf('blocks.dat'));
    const bad = openRegistry(directory, { verifyBeforeReady: true });
    await expect.poll(() => bad.status().readiness).toBe('unavailable');
    expect(countUnavailable(bad)).toBe(known.length + absent.length);
    await bad.close();
  });

  it('are unavailable when files are missing, foreign or of another format version', async () => {
    for (const spoil of [
      (path: (file: string) => string) => rmSync(path('blocks.dat')),
      (path: (file: string) => string) => rmSync(path('index.dat')),
      (path: (file: string) => string) => rmSync(path('manifest.json')),
      (path: (file: string) => string) => writeFileSync(path('manifest.json'), '{}'),
      (path: (file: string) => string) => writeFileSync(path('manifest.json'), 'null'),
      (path: (file: string) => string) => {
        const text = readFileSync(path('manifest.json'), 'utf8');
        writeFileSync(path('manifest.json'), text.replace('"format_version": 1', '"format_version": 2'));
      },
      (path: (file: string) => string) => {
        const text = readFileSync(path('manifest.json'), 'utf8');
        writeFileSync(path('manifest.json'), text.replace('"data_as_of": "2026', '"data_as_of": "2027'));
      },
    ]) {
      const { directory, pathOf } = copyRegistry();
      spoil(pathOf);
      const registry = openRegistry(directory);
      expect(registry.status()).toMatchObject({ readiness: 'unavailable', problem: expect.any(String) });
      expect(countUnavailable(registry)).toBe(known.length + absent.length);
      await registry.close();
    }
  });

  it('are unavailable, not empty, when only the pointer is gone or damaged', async () => {
    for (const spoil of [
      (path: string) => rmSync(path),
      (path: string) => writeFileSync(path, ''),
      (path: string) => writeFileSync(path, '{"live":"../../etc","previous":null}'),
      (path: string) => writeFileSync(path, '{"live":"20260101T000000-000","previous":null}'),
    ]) {
      const { directory } = copyRegistry();
      spoil(join(directory, 'live.json'));
      const registry = openRegistry(directory);
      expect(registry.status().readiness).toBe('unavailable');
      expect(countUnavailable(registry)).toBe(known.length + absent.length);
      await registry.close();
    }
  });
});

describe('a running service', () => {
  const base = '444444440001';
  const dumpOf = (tradeName: string, month: string): string =>
    writeDump(
      newFolder(),
      { establishments: [establishment({ base, tradeName })], companies: [company('44444444', 'ACME')] },
      month,
    );

  it('is empty before the first import, and picks up each import and rollback without a failed lookup', async () => {
    const directory = newFolder();
    mkdirSync(directory);
    const registry = openRegistry(directory);
    expect(registry.status().readiness).toBe('empty');
    expect(registry.find('44444444000106' as Cnpj).kind).toBe('unavailable');
    await importInto(directory, dumpOf('FIRST', '60711'));
    await expect.poll(() => registry.status().dataAsOf).toBe('2026-07-11');

    const expected = await findIn(directory, base);
    if (expected.kind !== 'found') throw new Error('not imported');
    const seen = new Set<string>();
    let failed = 0;
    const ask = (): void => {
      const found = registry.find(expected.company.cnpj);
      if (found.kind === 'found') seen.add(`${found.dataAsOf} ${found.company.tradeName}`);
      else failed++;
    };
    const asking = setInterval(ask, 1);
    await importInto(directory, dumpOf('SECOND', '60808'));
    await expect.poll(() => registry.status().dataAsOf).toBe('2026-08-08');
    await importInto(directory, dumpOf('THIRD', '60912'));
    await expect.poll(() => registry.status().dataAsOf).toBe('2026-09-12');
    clearInterval(asking);
    ask();
    expect(failed).toBe(0);
    expect([...seen]).toEqual(['2026-07-11 FIRST', '2026-08-08 SECOND', '2026-09-12 THIRD']);
    await registry.close();
  });

  it('keeps the old snapshot when the new one cannot be opened, and takes the new one once it can', async () => {
    const directory = newFolder();
    await importInto(directory, dumpOf('OLD', '60711'));
    const registry = openRegistry(directory);
    const beside = newFolder();
    cpSync(directory, beside, { recursive: true });
    const { id } = await importInto(beside, dumpOf('NEW', '60808'));
    writeFileSync(join(directory, 'live.json'), readFileSync(join(beside, 'live.json')));
    await expect.poll(() => registry.status().problem).not.toBeNull();
    expect(registry.status()).toMatchObject({ readiness: 'ready', dataAsOf: '2026-07-11' });
    cpSync(join(beside, 'snapshots', id), join(directory, 'snapshots', id), { recursive: true });
    await expect.poll(() => registry.status().dataAsOf).toBe('2026-08-08');
    expect(registry.status().problem).toBeNull();
    expect(readdirSync(join(directory, 'snapshots'))).toHaveLength(2);
    await registry.close();
  });
});

function hitOneByte(path: string): void {
  const bytes = readFileSync(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] as number) ^ 4;
  writeFileSync(path, bytes);
}
