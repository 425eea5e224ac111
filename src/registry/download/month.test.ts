import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDump } from '../../../scripts/make-dump/make-dump.ts';
import { Random } from '../../../scripts/make-dump/values/random.ts';
import { createZipFile } from '../../../scripts/make-dump/zip-file.ts';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { type Mischief, startWebdavServer, type WebdavServer } from '../../../test/support/registry/webdav-server.ts';
import type { DownloadWatch } from '../../app/datasets/download-watch.ts';
import type { MonthDownload } from '../../app/registry/update-registry.ts';
import { pauseMs } from '../../datasets/depots/transfer.ts';
import { findZipFault } from './file.ts';
import { listMonths } from './listing.ts';
import { type DownloadOptions, downloadMonth } from './month.ts';
import { createWebdavShare, parseMultistatus, type WebdavShare } from './webdav.ts';

type Changes = Partial<Omit<DownloadOptions, 'watch'>> & { readonly watch?: Partial<DownloadWatch> };

const month = '2026-10';
const root = mkdtempSync(join(tmpdir(), 'confere-download-'));
const dump = join(root, 'dump');
/** Larger than what a socket buffers, so that a cut comes through as one. */
const largeName = 'Estabelecimentos0.zip';
let large: Buffer;
let server: WebdavServer;
let share: WebdavShare;
let folder: string;
let pauses: number[];
let retries: string[];

beforeAll(async () => {
  await makeDump({ establishments: 500, folder: dump });
  large = zipOf(randomBytes(700_000));
});
afterAll(() => rmSync(root, { recursive: true }));

beforeEach(async () => {
  server = await startWebdavServer();
  for (const name of readdirSync(dump)) {
    if (name.endsWith('.zip')) server.put(`${month}/${name}`, readFileSync(join(dump, name)));
  }
  server.put(`${month}/${largeName}`, large);
  share = createWebdavShare({ url: server.url, connections: 4 });
  folder = mkdtempSync(join(root, 'to-'));
  [pauses, retries] = [[], []];
  server.delivered = (path, bytes) => {
    const part = statSync(join(folder, `${path}.part`), { throwIfNoEntry: false });
    return part === undefined ? existsSync(join(folder, path)) : part.size >= Math.min(bytes, sizeOnServer(path));
  };
});
afterEach(async () => {
  await share.close();
  await server.close();
});

describe('a download', () => {
  it('brings every file of the month, byte for byte', async () => {
    const result = await download();
    expect(result).toMatchObject({ month, complete: true, notPublished: [], folder: join(folder, month) });
    expect(result.files).toHaveLength(41);
    expectSameFiles();
  });

  it('fetches several files at a time, and no more than it is allowed', async () => {
    server.mischief = (_, turn) => (turn === 0 ? { kind: 'cut', cutAfter: 100 } : { kind: 'none' });
    await download({ filesAtOnce: 3 });
    expect(server.peak()).toBe(3);
  });

  it('leaves the partners alone where only the facts are wanted', async () => {
    server.put(`${month}/Socios0.zip`, large);
    await download({ withPartners: false });
    expect(existsSync(join(folder, month, 'Socios0.zip'))).toBe(false);
    await download();
    expect(existsSync(join(folder, month, 'Socios0.zip'))).toBe(true);
  });

  it('finds the tax regimes in the folder beside the months; a month without them is whole', async () => {
    const regimes = [...server.files.keys()].filter((path) => /\/(?:Lucro|Imunes)/.test(path));
    for (const path of regimes) server.files.delete(path);
    expect(await download()).toMatchObject({ complete: true, files: { length: 37 } });
    for (const name of ['Lucro Presumido 1.zip', 'Imunes e isentas.zip', 'Leiaute.zip'])
      server.put(`regime_tributario/${name}`, readFileSync(join(dump, 'Lucro Real.zip')));
    expect(await download()).toMatchObject({ complete: true, files: { length: 39 } });
    expect(existsSync(join(folder, month, 'Lucro Presumido 1.zip'))).toBe(true);
    expect(existsSync(join(folder, month, 'Imunes e isentas.zip'))).toBe(true);
  });

  it('fetches nothing twice', async () => {
    await download();
    const asked = server.gets.length;
    const result = await download();
    expect(server.gets.length).toBe(asked);
    expect(result.complete).toBe(true);
    expect(new Set(result.files.map(({ kind }) => kind))).toEqual(new Set(['already_here']));
  });

  it('accepts whole files that somebody else put there', async () => {
    mkdirSync(join(folder, month));
    writeFileSync(join(folder, month, largeName), large);
    await download();
    expect(getsOfLarge()).toEqual([]);
  });

  it('goes on where a dropped connection stopped', async () => {
    server.mischief = onLarge((turn) => (turn < 5 ? { kind: 'cut', cutAfter: 100_000 } : { kind: 'none' }));
    await expectWhole();
    const ranges = getsOfLarge().map(({ range }) => range);
    expect(ranges.slice(0, 3)).toEqual([undefined, 'bytes=100000-', 'bytes=200000-']);
  });

  it('goes on where an earlier run stopped', async () => {
    server.mischief = onLarge(() => ({ kind: 'cut', cutAfter: 5_000 }));
    const first = await download({ attemptsMax: 3 });
    expect(first.complete).toBe(false);
    expect(first.files).toContainEqual(expect.objectContaining({ kind: 'failed', name: largeName }));
    server.mischief = () => ({ kind: 'none' });
    await expectWhole();
    expect(getsOfLarge().at(-1)).toMatchObject({ range: 'bytes=15000-', status: 206 });
  });

  it('gets through any seeded mix of cuts, stalls, errors and ignored ranges with the right bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const random = new Random().restart(seed);
        const bad = new Map<string, number>();
        server.mischief = (path) => {
          bad.set(path, (bad.get(path) ?? 0) + 1);
          return (bad.get(path) ?? 0) <= 6 ? randomMischief(random) : { kind: 'none' };
        };
        folder = mkdtempSync(join(root, 'to-'));
        await expectWhole({ attemptsMax: 100, stallMs: 60 });
      }),
      { numRuns: 8, seed: 20261010 },
    );
  }, 300_000);

  it('ends a connection that stalls or drips, and goes on', async () => {
    const mischief: Mischief[] = [
      { kind: 'stall', stallAfter: 0 },
      { kind: 'stall', stallAfter: 50_000 },
      { kind: 'drip' },
    ];
    server.mischief = onLarge((turn) => mischief[turn] ?? { kind: 'none' });
    // On a busy machine a healthy answer may be late as well, which costs a retry and nothing else.
    await expectWhole({ stallMs: 150, attemptsMax: 100 });
    expect(retries.filter((reason) => reason.includes('nothing came')).length).toBeGreaterThanOrEqual(3);
  });

  it('gives up on a server that makes no progress, and says which file and why', async () => {
    server.mischief = onLarge(() => ({ kind: 'status', status: 500 }));
    const result = await download({ attemptsMax: 4 });
    expect(result.complete).toBe(false);
    expect(result.files).toContainEqual({ kind: 'failed', name: largeName, reason: 'the server answered 500' });
    expect(getsOfLarge()).toHaveLength(4);
    expect(result.files.filter(({ kind }) => kind !== 'failed')).toHaveLength(40);
  });

  it('waits as long as Retry-After asks', async () => {
    const asked = { status: 429, headers: { 'retry-after': '7' } };
    server.mischief = onLarge((turn) => (turn === 0 ? { kind: 'status', ...asked } : { kind: 'none' }));
    expect((await download()).complete).toBe(true);
    expect(pauses).toEqual([7000]);
  });

  it('stops when told to and keeps what it has', async () => {
    const stop = new AbortController();
    server.mischief = onLarge(() => ({ kind: 'stall', stallAfter: 200_000 }));
    const stopped = expect(download({ signal: stop.signal, filesAtOnce: 1, stallMs: 600_000 })).rejects.toThrow();
    await expect.poll(() => server.delivered(`${month}/${largeName}`, 200_000)).toBe(true);
    stop.abort();
    await stopped;
    expect(readFileSync(join(folder, month, `${largeName}.part`)).length).toBe(200_000);
  });
});

describe('a file that is not what it was', () => {
  const cutOnce = onLarge((turn) => (turn === 0 ? { kind: 'cut', cutAfter: 300_000 } : { kind: 'none' }));

  it('starts again when the server ignores the range', async () => {
    server.mischief = onLarge((turn) => (turn === 0 ? { kind: 'cut', cutAfter: 300_000 } : { kind: 'ignore_range' }));
    await expectWhole();
    expect(getsOfLarge().at(-1)).toMatchObject({ range: 'bytes=300000-', status: 200 });
  });

  it('is not spliced when it changed between two tries', async () => {
    server.mischief = cutOnce;
    await expectWhole({ watch: { onRetry: republish } });
  });

  it('is not spliced when a server answers If-Range with the tail of the new version', async () => {
    server.mischief = onLarge((turn) =>
      turn === 0 ? { kind: 'cut', cutAfter: 300_000 } : { kind: 'ignore_if_range' },
    );
    const republishOnce = (): void => {
      if (server.files.get(`${month}/${largeName}`)?.version === 2) republish();
    };
    await expectWhole({ watch: { onRetry: republishOnce } });
  });

  it.each(['changed', 'unchanged'])(
    'is %s, as If-Range proves to a server that says nothing more about a tail',
    async (what) => {
      server.bareTails = true;
      server.mischief = onLarge((turn) => (turn < 2 ? { kind: 'cut', cutAfter: 200_000 } : { kind: 'none' }));
      await expectWhole({ watch: { onRetry: what === 'changed' ? republish : () => {} } });
      expect(getsOfLarge().at(-1)?.status).toBe(what === 'changed' ? 200 : 206);
    },
  );

  it('is not spliced when it changed between two runs', async () => {
    server.mischief = onLarge(() => ({ kind: 'cut', cutAfter: 300_000 }));
    await download({ attemptsMax: 1 });
    server.mischief = () => ({ kind: 'none' });
    republish();
    await expectWhole();
  });

  it('is fetched again when it was whole and then republished in the same size', async () => {
    await download();
    republish();
    await expectWhole();
  });

  it('is not resumed when the server gives nothing that proves the version', async () => {
    server.etags = 'none';
    server.mischief = cutOnce;
    await expectWhole();
    expect(server.gets.every(({ range }) => range === undefined)).toBe(true);
  });

  it('is resumed by its date where the ETag is weak', async () => {
    server.etags = 'weak';
    server.mischief = cutOnce;
    await expectWhole();
    expect(getsOfLarge().at(-1)?.status).toBe(206);
  });

  it('starts again when the server sends another part than asked for', async () => {
    const turns: Mischief[] = [{ kind: 'cut', cutAfter: 300_000 }, { kind: 'wrong_range' }];
    server.mischief = onLarge((turn) => turns[turn] ?? { kind: 'none' });
    await expectWhole();
  });

  it('is refused when its size is not the listed one', async () => {
    server.listedBytes = (path, bytes) => (path.endsWith(largeName) ? bytes + 1000 : bytes);
    const result = await download();
    expect(result.complete).toBe(false);
    expect(result.files).toContainEqual(
      expect.objectContaining({ kind: 'failed', reason: expect.stringContaining('size') }),
    );
    server.listedBytes = (_, bytes) => bytes;
    server.mischief = onLarge(() => ({ kind: 'short_length' }));
    expect((await download()).complete).toBe(false);
  });

  it('is refused when it is an error page or a zip cut short, and no trace of it stays', async () => {
    server.mischief = onLarge(() => ({ kind: 'html' }));
    expect((await download()).files).toContainEqual({
      kind: 'failed',
      name: largeName,
      reason: 'it is not a whole zip file',
    });
    server.mischief = () => ({ kind: 'none' });
    server.put(`${month}/${largeName}`, large.subarray(0, 600_000));
    expect((await download()).files).toContainEqual(
      expect.objectContaining({ kind: 'failed', reason: 'it is not a whole zip file' }),
    );
    expect(readdirSync(join(folder, month)).filter((name) => name.startsWith(largeName))).toEqual([]);
  });

  it('is fetched again when it was damaged on our disk', async () => {
    await download();
    truncateSync(join(folder, month, largeName), 1000);
    await expectWhole();
  });
});

describe('a month', () => {
  it('that is still being published is partial, and the rest comes with the next run', async () => {
    const late = server.files.get(`${month}/Simples.zip`)?.content as Buffer;
    server.files.delete(`${month}/Simples.zip`);
    expect(await download()).toMatchObject({ complete: false, notPublished: ['Simples.zip'] });
    server.put(`${month}/Simples.zip`, late);
    expect(await download()).toMatchObject({ complete: true });
  });

  it('is listed newest first, whatever else the share holds', async () => {
    server.put('2026-09/Simples.zip', large);
    server.put('2025-12/Simples.zip', large);
    server.put('LAYOUT/readme.pdf', large);
    expect(await listMonths(options())).toEqual(['2026-10', '2026-09', '2025-12']);
  });

  it('that does not exist is the operator’s mistake', async () => {
    await expect(download({}, '2031-01')).rejects.toThrow('no month 2031-01');
  });

  it('is not begun when the disk has no room for it', async () => {
    server.listedBytes = () => 900_000_000_000_000;
    await expect(download()).rejects.toThrow(/has .* GB free and the download needs .* GB/);
    expect(server.gets).toEqual([]);
  });

  it('is not begun where nothing can be written', async () => {
    folder = '/dev/null';
    await expect(download()).rejects.toThrow('Writing to /dev/null/2026-10 failed');
  });
});

describe('a share', () => {
  it('that has moved is named with where it points, and not followed', async () => {
    server.listing = () => ({ status: 302, headers: { location: 'https://elsewhere.example/s/other' } });
    await expect(listMonths(options())).rejects.toThrow(
      /answered 302.*https:\/\/elsewhere\.example\. Set registry\.download_url/,
    );
  });

  it('that answers with a web page is not taken for an empty one', async () => {
    server.listing = () => ({ status: 207, body: '<html>hello</html>' });
    await expect(listMonths(options())).rejects.toThrow('does not answer as a WebDAV share');
  });

  it('that fails for a while is asked again, and one that fails for good is for later', async () => {
    server.listing = (_, turn) => (turn < 2 ? { status: 503, headers: { 'retry-after': '3' } } : undefined);
    expect(await listMonths(options())).toEqual([month]);
    expect(pauses.every((pause) => pause >= 3000)).toBe(true);
    server.listing = () => ({ status: 500 });
    await expect(listMonths(options())).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining('try again later'),
    });
  });

  it('that sends an endless list is cut off', async () => {
    server.listing = () => ({ status: 207, body: '<d:multistatus>'.padEnd(5 << 20, ' ') });
    await expect(listMonths(options())).rejects.toThrow('absurdly long');
  });

  it('is asked with the token of its address, which no message repeats', async () => {
    const withToken = createWebdavShare({ url: server.url.replace('http://', 'http://secret-token@'), connections: 1 });
    expect(withToken.address).toBe(server.url);
    expect(await listMonths(options({ share: withToken }))).toEqual([month]);
    await withToken.close();
  });

  it.each(['ftp://example.com/', 'nonsense', 'https://example.com/?a=b'])('at %s is refused', (url) => {
    expect(() => createWebdavShare({ url, connections: 1 })).toThrow('registry.download_url');
  });
});

describe('a multistatus body', () => {
  it('is read with any prefix, entities in names, and addresses instead of paths', () => {
    const xml =
      '<D:multistatus xmlns:D="DAV:"><D:response><D:href>https://h.example/x/A%20&amp;B.zip</D:href><D:getcontentlength> 12 </D:getcontentlength>' +
      '<D:getetag>&quot;e&amp;1&quot;</D:getetag></D:response><response><href>/y/2026-10/</href><resourcetype><collection/></resourcetype></response></D:multistatus>';
    expect(parseMultistatus(xml)).toEqual([
      { name: 'A &B.zip', folder: false, bytes: 12, version: '"e&1"' },
      { name: '2026-10', folder: true, bytes: undefined, version: '' },
    ]);
  });

  it('with a DTD is refused', () => {
    expect(() => parseMultistatus('<!DOCTYPE x [<!ENTITY a "b">]><multistatus></multistatus>')).toThrow('WebDAV');
  });

  it('of any other shape never hangs or throws anything unexpected', () => {
    const pieces = fc.constantFrom(
      '<d:response>',
      '</d:response>',
      '<d:href>',
      '</d:href>',
      '%',
      '&amp;',
      '<',
      'a',
      '/',
      '2026-10',
      '<x:multistatus>',
    );
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        for (const entry of parseMultistatus(`<d:multistatus>${parts.join('')}`)) expect(entry.name).not.toContain('/');
      }),
    );
    parseMultistatus(`<d:multistatus>${'<d:response><d:href'.repeat(200_000)}`);
  });
});

describe('small print', () => {
  it('pauses grow from a second to a minute and never shrink below what the server asks, within ten minutes', () => {
    const low = () => 0;
    const high = () => 0.999;
    expect([1, 2, 3, 20].map((failures) => pauseMs(failures, undefined, low))).toEqual([500, 1000, 2000, 30_000]);
    expect(pauseMs(20, undefined, high)).toBeLessThanOrEqual(60_000);
    expect(pauseMs(1, 90_000, low)).toBe(90_000);
    expect(pauseMs(1, 86_400_000, low)).toBe(600_000);
  });

  it('a whole zip has no fault, with or without ZIP64, and one cut anywhere has', async () => {
    const path = join(root, 'one.zip');
    for (const content of [large, zipOf(randomBytes(1000), true)]) {
      writeFileSync(path, content);
      expect(await findZipFault(path)).toBeUndefined();
      for (const bytes of [0, 3, 100, content.length - 1]) {
        writeFileSync(path, content.subarray(0, bytes));
        expect(await findZipFault(path), `${bytes} bytes`).toBeDefined();
      }
    }
  });
});

function options({ watch, ...changes }: Changes = {}): DownloadOptions {
  return {
    share,
    clock: createManualClock(),
    random: () => 0,
    sleep: async (ms) => void pauses.push(ms),
    stallMs: 5000,
    attemptsMax: 8,
    folder,
    filesAtOnce: 4,
    withPartners: true,
    signal: new AbortController().signal,
    ...changes,
    watch: {
      onStart: () => {},
      onBytes: () => {},
      onFile: () => {},
      ...watch,
      onRetry: (file, reason) => {
        retries.push(reason);
        watch?.onRetry?.(file, reason);
      },
    },
  };
}

/** Downloads the month. It also checks that the reported progress adds up, including all data that was discarded and fetched again. */
async function download({ watch, ...changes }: Changes = {}, which = month): Promise<MonthDownload> {
  let [counted, announced] = [0, 0];
  const counting: Partial<DownloadWatch> = {
    ...watch,
    onStart: (_, bytes) => {
      announced = bytes;
    },
    onBytes: (bytes) => {
      counted += bytes;
      watch?.onBytes?.(bytes);
    },
  };
  const result = await downloadMonth(which, options({ ...changes, watch: counting }));
  if (result.complete) expect(counted).toBe(announced);
  return result;
}

/** The month is complete, and on the disk as on the server. */
async function expectWhole(changes?: Changes): Promise<void> {
  expect((await download(changes)).complete).toBe(true);
  expectSameFiles();
}

/** Publishes another version of the same size. */
function republish(): void {
  server.put(`${month}/${largeName}`, zipOf(randomBytes(700_000)));
}

function expectSameFiles(): void {
  const hash = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
  const local = readdirSync(join(folder, month)).filter((name) => name.endsWith('.zip'));
  expect(local.sort()).toEqual([...server.files.keys()].map((path) => path.slice(month.length + 1)).sort());
  for (const name of local) {
    expect(hash(readFileSync(join(folder, month, name))), name).toBe(
      hash(server.files.get(`${month}/${name}`)?.content as Buffer),
    );
  }
}

function sizeOnServer(path: string): number {
  return server.files.get(path)?.content.length ?? 0;
}

function getsOfLarge(): WebdavServer['gets'] {
  return server.gets.filter(({ path }) => path.endsWith(largeName));
}

function onLarge(decide: (turn: number) => Mischief): WebdavServer['mischief'] {
  return (path, turn) => (path.endsWith(largeName) ? decide(turn) : { kind: 'none' });
}

function randomMischief(random: Random): Mischief {
  return random.pick<Mischief>([
    { kind: 'cut', cutAfter: random.below(300_000) },
    { kind: 'cut', cutAfter: random.below(300_000) },
    { kind: 'stall', stallAfter: random.below(100_000) },
    { kind: 'status', status: random.pick([500, 502, 503, 429]) },
    { kind: 'ignore_range' },
    { kind: 'wrong_range' },
    { kind: 'none' },
  ]);
}

function zipOf(content: Buffer, zip64 = false): Buffer {
  const path = join(root, 'zip-of.zip');
  const zip = createZipFile({ path, member: 'MEMBER', date: '2026-10-10', level: 1, zip64 });
  zip.write(content);
  zip.close();
  return readFileSync(path);
}
