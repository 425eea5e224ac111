import { generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { importInto } from '../../../test/support/registry/import-dump.ts';
import { credentials, type ObjectServer, startObjectServer } from '../../../test/support/registry/object-server.ts';
import { company, establishment, partner, writeDump } from '../../../test/support/registry/registry-dump.ts';
import { createRegistryFolders, findIn, openRegistry } from '../../../test/support/registry/registry-folders.ts';
import { type PullOrder, pullRegistry } from '../../app/registry/pull-registry.ts';
import { systemClock } from '../../clock.ts';
import { completeCnpj } from '../../domain/numbers/cnpj.ts';
import { rollBackRegistry } from '../maintenance.ts';
import { takeImportLock } from '../snapshot/import-lock.ts';
import { toRegistryPaths } from '../snapshot/store.ts';
import { latestName, pieceBytesMax, toContentsName } from './contents.ts';
import { openPlace, openWritablePlace, type PlaceSettings, parsePlace } from './places/open-place.ts';
import { type PublishOptions, publishSnapshot } from './publish.ts';
import { openSharedRegistry } from './shared-registry.ts';

const { newFolder } = createRegistryFolders();
const base = '112223330001';
const { signal } = new AbortController();
const watch = { onStart: () => {}, onBytes: () => {}, onFile: () => {}, onRetry: () => {} };
const onCheck = () => {};

/** Enough companies for several pieces in every file that is not tiny. */
async function importNames(directory: string, name: string, extraction: string): Promise<string> {
  const bases = Array.from({ length: 400 }, (_, index) => `${String(20_000_000 + index * 7_919)}0001`);
  const rows = {
    establishments: [establishment({ base, tradeName: name }), ...bases.map((one) => establishment({ base: one }))],
    companies: [company(base.slice(0, 8), name), ...bases.map((one) => company(one.slice(0, 8), `${name} ${one}`))],
    partners: [
      partner(base.slice(0, 8), '2', 'ANA', '***123456**', '49', '20200101', '', '***000000**', '', '00', '5'),
    ],
  };
  return (await importInto(directory, writeDump(newFolder(), rows, extraction))).id;
}

/** A registry after one, two and three imports, made once: September, October, and October published anew. */
const made: { readonly directory: string; readonly id: string }[] = [];
beforeAll(async () => {
  for (const [name, extraction] of [
    ['FIRST', '60912'],
    ['SECOND', '61010'],
    ['THIRD', '61010'],
  ] as const) {
    const directory = newFolder();
    const before = made.at(-1);
    if (before !== undefined) cpSync(before.directory, directory, { recursive: true });
    made.push({ directory, id: await importNames(directory, name, extraction) });
  }
});

function takeImporter(imports: 1 | 2 | 3): { readonly importer: string; readonly id: string } {
  const importer = newFolder();
  const { directory, id } = made[imports - 1] as (typeof made)[number];
  cpSync(directory, importer, { recursive: true });
  return { importer, id };
}

const tools = {
  clock: systemClock,
  connections: 2,
  attemptsMax: 2,
  random: () => 0,
  sleep: async () => {},
  onRetry: () => {},
};

async function publish(directory: string, settings: PlaceSettings, more: Partial<PublishOptions> = {}) {
  const place = openWritablePlace(settings, tools);
  const fixed = { directory, place, clock: createManualClock(), signal, watch, onCheck, pieceBytes: 4096 };
  try {
    const defaults = { snapshot: 'live', keep: 3, overridden: [], piecesAtOnce: 2 };
    return await publishSnapshot({ ...defaults, ...fixed, ...more });
  } finally {
    await place.close();
  }
}

type Pull = Partial<PullOrder> & { readonly publishers?: readonly KeyObject[] };

async function pull(directory: string, settings: PlaceSettings, { publishers, ...order }: Pull = {}) {
  const place = openPlace(settings, tools);
  const registry = openSharedRegistry({
    directory,
    place,
    publishers,
    needed: [],
    piecesAtOnce: 2,
    gently: false,
    clock: createManualClock(),
    signal,
    watch,
    onCheck,
  });
  try {
    return await pullRegistry(registry, { snapshot: undefined, overridden: [], ...order });
  } finally {
    await place.close();
  }
}

const toFolder = (): PlaceSettings & { readonly folder: string } => ({ kind: 'folder', folder: newFolder() });

async function startS3(): Promise<{ readonly server: ObjectServer; readonly settings: PlaceSettings }> {
  const server = await startObjectServer();
  const variables: Record<string, string> = { ...credentials, AWS_ENDPOINT_URL: server.url };
  return { server, settings: parsePlace('s3://registry/confere', (name) => variables[name]) };
}

const nameOf = async (directory: string): Promise<string | null | undefined> => {
  const found = await findIn(directory, base);
  return found.kind === 'found' ? found.company.legalName : undefined;
};

describe('a snapshot that is published', () => {
  test.each(['a folder', 'a web server', 'S3'])(
    'goes through %s to another machine, both of its files',
    async (where) => {
      const { importer, id } = takeImporter(2);
      const folder = toFolder();
      const s3 = await startS3();
      const target = where === 'S3' ? s3.settings : folder;
      const published = await publish(importer, target);
      expect(published).toMatchObject({ kind: 'published', snapshot: { id, dataAsOf: '2026-10-10' } });
      expect(published.storedBytes).toBeLessThan(published.bytes);
      let source: PlaceSettings = target;
      if (where === 'a web server') {
        const web = await startObjectServer({ isSigned: false });
        for (const name of readdirSync(folder.folder, { recursive: true, encoding: 'utf8' })) {
          if (/\.json$|-[0-9a-f]{16}$/.test(name))
            web.objects.set(`/files/${name}`, readFileSync(join(folder.folder, name)));
        }
        source = { kind: 'http', url: `${web.url}/files/` };
      }
      const node = newFolder();
      expect(await pull(node, source)).toMatchObject({ kind: 'pulled', snapshot: { id } });
      expect(await nameOf(node)).toBe('SECOND');
      const registry = openRegistry(node);
      expect(registry.records.find(completeCnpj(base))).toMatchObject({ kind: 'found' });
      await registry.close();
      for (const name of ['manifest.json', 'blocks.dat', 'records.dat', 'tables.json']) {
        const [here, there] = [node, importer].map((one) => readFileSync(join(one, 'snapshots', id, name)));
        expect(here?.equals(there as Buffer)).toBe(true);
      }
      expect(await pull(node, source)).toMatchObject({ kind: 'up_to_date' });
      expect(await publish(importer, target)).toMatchObject({ kind: 'already_there', sentBytes: 0 });
    },
  );

  test('is not seen before the last of it is there, and a second run sends only what is missing', async () => {
    const { server, settings } = await startS3();
    const { importer: earlier, id: first } = takeImporter(1);
    await publish(earlier, settings);
    const node = newFolder();
    await pull(node, settings);
    const { importer } = takeImporter(2);
    let puts = 0;
    server.mischief = (method) => (method === 'PUT' && ++puts > 10 ? 'cut' : undefined);
    await expect(publish(importer, settings)).rejects.toThrow('the connection was lost');
    expect(await pull(node, settings)).toMatchObject({ kind: 'up_to_date', live: { id: first } });
    // All but the pointer, which is the last thing to be written.
    server.mischief = (method, path) => (method === 'PUT' && path.endsWith('/latest.json') ? 'cut' : undefined);
    await expect(publish(importer, settings)).rejects.toThrow('the connection was lost');
    expect(await pull(node, settings)).toMatchObject({ kind: 'up_to_date' });
    server.mischief = () => undefined;
    expect(await publish(importer, settings)).toMatchObject({ kind: 'published', sentBytes: 0 });
    expect(await pull(node, settings)).toMatchObject({ kind: 'pulled' });
    expect(await nameOf(node)).toBe('SECOND');
  });

  test('makes room: what is beyond the number to keep goes, and nothing else', async () => {
    const target = toFolder();
    const ids: string[] = [];
    for (const imports of [1, 2, 3] as const) {
      const { importer, id } = takeImporter(imports);
      ids.push(id);
      const { removed } = await publish(importer, target, { keep: 2 });
      expect(removed).toEqual(imports === 3 ? [ids[0]] : []);
    }
    expect(readdirSync(join(target.folder, 'snapshots')).sort()).toEqual(ids.slice(1));
    const node = newFolder();
    expect(await pull(node, target, { snapshot: ids[1] as string })).toMatchObject({ kind: 'pulled' });
    expect(await pull(node, target, { snapshot: ids[0] as string })).toEqual({ kind: 'nothing_published' });
  });

  test.each(['a folder', 'S3'])(
    'clears away in %s what an upload has left that was given up for a week, and nothing younger, named or of others',
    async (where) => {
      const { server, settings } = await startS3();
      const folder = toFolder();
      const target = where === 'S3' ? settings : folder;
      const { importer: first, id: kept } = takeImporter(1);
      await publish(first, target);
      const place = openWritablePlace(target, tools);
      const [old, young, foreign] = ['20260101T000000-000', '20260201T000000-000', 'notes/of/others.txt'];
      const left = [`snapshots/${old}/blocks.dat.0000-0123456789abcdef`, `snapshots/${old}/contents.json`];
      const half = `snapshots/${kept}/blocks.dat.0000-0123456789abcdef.0a1b.part`;
      const others = [`snapshots/${young}/blocks.dat.0000-0123456789abcdef`, foreign];
      for (const name of [...left, half, ...others]) await place.write(name, Buffer.from('x'), signal);
      const { nowMs } = systemClock;
      const age = (name: string, days: number) => {
        const at = new Date(nowMs() - days * 86_400_000);
        if (where === 'S3') server.changedAt.set(`/registry/confere/${name}`, at.toISOString());
        else utimesSync(join(folder.folder, name), at, at);
      };
      const all = await place.list('snapshots/', signal);
      for (const { name } of all) age(name, 8);
      for (const name of others) if (name !== foreign) age(name, 6);
      const { importer: second, id } = takeImporter(2);
      expect(await publish(second, target, { clock: systemClock })).toMatchObject({
        cleared: [old, kept].sort(),
        notCleared: null,
      });
      const after = (await place.list('snapshots/', signal)).map(({ name }) => name);
      expect([...left, half].filter((name) => after.includes(name))).toEqual([]);
      expect(after).toContain(others[0]);
      expect(String(await place.read(foreign, 10, signal))).toBe('x');
      const ofKept = all.filter(({ name }) => name.startsWith(`snapshots/${kept}/`) && name !== half);
      expect(ofKept.every(({ name }) => after.includes(name))).toBe(true);
      const node = newFolder();
      expect(await pull(node, target)).toMatchObject({ kind: 'pulled', snapshot: { id } });
      await place.close();
    },
  );

  test('is there all the same where the storage does not permit to list it', async () => {
    const { server, settings } = await startS3();
    server.mischief = (_method, path) => (path.includes('list-type') ? 'cut' : undefined);
    const { importer } = takeImporter(1);
    expect(await publish(importer, settings)).toMatchObject({
      kind: 'published',
      cleared: [],
      notCleared: expect.stringContaining('the connection was lost'),
    });
  });

  test('never takes the place of newer data by itself', async () => {
    const { importer: older, id } = takeImporter(1);
    const { importer: newer } = takeImporter(2);
    const target = toFolder();
    await publish(newer, target);
    await expect(publish(older, target)).rejects.toThrow(/older data .*--force older_data/s);
    expect((await publish(older, target, { overridden: ['older_data'] })).overridden).toHaveLength(1);
    expect(await pull(newer, target)).toMatchObject({ kind: 'older', snapshot: { id } });
    expect(await nameOf(newer)).toBe('SECOND');
    expect(await pull(newer, target, { overridden: ['older_data'] })).toMatchObject({ kind: 'pulled' });
    expect(await nameOf(newer)).toBe('FIRST');
  });

  test.each(['blocks.dat', 'records.dat', 'tables.json'])(
    'damaged in %s before it was sent is not sent',
    async (name) => {
      const { importer, id } = takeImporter(1);
      // In the middle of records.dat there may be nothing.
      flipByte(join(importer, 'snapshots', id, name), name === 'records.dat' ? 10 : undefined);
      const target = toFolder();
      await expect(publish(importer, target)).rejects.toThrow(/damaged/);
      expect(existsSync(target.folder)).toBe(false);
    },
  );
});

describe('taking a snapshot', () => {
  test('goes on where it was cut off, and fetches nothing twice', async () => {
    const { importer } = takeImporter(2);
    const { server, settings } = await startS3();
    await publish(importer, settings);
    const pieces = () =>
      server.log.filter(
        ({ method, path, status }) => method === 'GET' && /-[0-9a-f]{16}$/.test(path) && status === 200,
      );
    const node = newFolder();
    let gets = 0;
    server.mischief = (method) => (method === 'GET' && ++gets > 12 ? 'half' : undefined);
    await expect(pull(node, settings)).rejects.toThrow('the connection was lost');
    expect(existsSync(join(node, 'snapshots')) && readdirSync(join(node, 'snapshots'))).toEqual([]);
    const before = pieces().length;
    expect(before).toBeGreaterThan(5);
    server.mischief = () => undefined;
    expect(await pull(node, settings)).toMatchObject({ kind: 'pulled' });
    const all = pieces().map(({ path }) => path);
    expect(new Set(all).size).toBe(all.length);
    expect(existsSync(join(node, 'incoming'))).toBe(false);
  });

  test('believes nothing that was half written: what lies there proves itself or is fetched again', async () => {
    const { importer, id } = takeImporter(2);
    const { server, settings } = await startS3();
    await publish(importer, settings);
    const node = newFolder();
    let gets = 0;
    server.mischief = (method) => (method === 'GET' && ++gets > 14 ? 'cut' : undefined);
    await expect(pull(node, settings)).rejects.toThrow();
    const draft = join(node, 'incoming', id);
    for (const name of readdirSync(draft)) flipByte(join(draft, name));
    server.mischief = () => undefined;
    expect(await pull(node, settings)).toMatchObject({ kind: 'pulled' });
    expect(await nameOf(node)).toBe('SECOND');
  });

  test('refuses what arrives damaged, and what was live serves on', async () => {
    const node = newFolder();
    const { server, settings } = await startS3();
    await publish(takeImporter(1).importer, settings);
    await pull(node, settings);
    await publish(takeImporter(2).importer, settings);
    server.mischief = (method, path) => (method === 'GET' && path.includes('/blocks.dat.') ? 'flip' : undefined);
    await expect(pull(node, settings)).rejects.toThrow(/blocks\.dat\.\d{4}-\w+ is damaged/);
    expect(await nameOf(node)).toBe('FIRST');
    for (const [document, what] of [
      ['/latest.json', /latest.json (is damaged|is not JSON)/],
      ['/contents.json', /contents.json is not the one/],
    ] as const) {
      server.mischief = (method, path) => (method === 'GET' && path.endsWith(document) ? 'flip' : undefined);
      await expect(pull(node, settings)).rejects.toThrow(what);
    }
    server.mischief = () => undefined;
    expect(await pull(node, settings)).toMatchObject({ kind: 'pulled' });
    expect(await nameOf(node)).toBe('SECOND');
  });

  test('leaves a rollback alone until it is released, or a snapshot is asked for by name', async () => {
    const node = newFolder();
    const target = toFolder();
    await publish(takeImporter(1).importer, target);
    await pull(node, target);
    const { importer, id: second } = takeImporter(2);
    await publish(importer, target);
    await pull(node, target);
    rollBackRegistry(node, createManualClock());
    expect(await pull(node, target)).toMatchObject({ kind: 'held', live: { dataAsOf: '2026-09-12' } });
    expect(await nameOf(node)).toBe('FIRST');
    // It is here as the previous one, so that nothing has to be fetched: the source may even be without it.
    expect(await pull(node, target, { snapshot: second })).toMatchObject({ kind: 'pulled' });
    expect(await nameOf(node)).toBe('SECOND');
    expect(await pull(node, target)).toMatchObject({ kind: 'up_to_date' });
  });

  test('waits for nobody: while an import runs it says so, and a look does not keep an import away', async () => {
    const node = newFolder();
    const target = toFolder();
    await publish(takeImporter(2).importer, target);
    await pull(node, target);
    // October, published anew: of the same day and imported later.
    await publish(takeImporter(3).importer, target);
    const lock = takeImportLock(toRegistryPaths(node).lock, { pid: 1, since: 'now' });
    await expect(pull(node, target)).rejects.toThrow('An import is already running');
    lock.release();
    expect(await pull(node, target)).toMatchObject({ kind: 'pulled' });
  });

  test('from a place where nothing was published finds nothing', async () => {
    expect(await pull(newFolder(), toFolder())).toEqual({ kind: 'nothing_published' });
  });
});

describe('a place that lies', () => {
  type Document = Record<string, unknown>;
  const findPieces = (contents: Document): Document[] =>
    (contents['files'] as { readonly pieces: Document[] }[]).flatMap(({ pieces }) => pieces);

  /** Changes the two documents of a place as somebody would who can write there: every hash is right again. */
  function forge(folder: string, id: string, change: (entry: Document, contents: Document) => void): void {
    const contents = read(join(folder, toContentsName(id)));
    const latest = read(join(folder, latestName));
    const [entry] = latest['snapshots'] as [Document];
    change(entry, contents);
    const bytes = write(join(folder, toContentsName(id)), contents);
    entry['contents_sha256'] = hash('sha256', bytes, 'hex');
    write(join(folder, latestName), latest);
  }

  const read = (path: string): Document => JSON.parse(readFileSync(path, 'utf8'));

  function write(path: string, { checksum: _, ...body }: Document): string {
    const text = JSON.stringify({ ...body, checksum: hash('sha256', JSON.stringify(body), 'hex') });
    writeFileSync(path, text);
    return text;
  }

  async function publishForged(
    change: (entry: Document, contents: Document) => void,
    more: Partial<PublishOptions> = {},
  ) {
    const { importer, id } = takeImporter(1);
    const target = toFolder();
    await publish(importer, target, more);
    forge(target.folder, id, change);
    return target;
  }

  test.each(['bytes', 'stored_bytes'])(
    'about the %s of a piece makes nobody take more memory than a piece',
    async (name) => {
      const target = await publishForged((entry, contents) => {
        const [piece] = findPieces(contents).slice(-1) as [Document];
        const [file] = (contents['files'] as Document[]).slice(-1) as [Document];
        const more = pieceBytesMax + 1 - Number(piece[name]);
        piece[name] = pieceBytesMax + 1;
        if (name === 'stored_bytes') return;
        file['bytes'] = Number(file['bytes']) + more;
        entry['bytes'] = Number(entry['bytes']) + more;
      });
      await expect(pull(newFolder(), target)).rejects.toThrow(/contents.json is not the list of a snapshot's files/);
    },
  );

  test.each([
    ['day', 'data_as_of', '2027-01-01', /The manifest is of 2026-09-12.*2027-01-01/],
    ['time of import', 'imported_at', '2027-01-01T00:00:00.000Z', /The manifest is of .*2027-01-01T00:00/],
    ['size', 'bytes', 1, /not as large as latest.json says/],
  ])('about the %s of a snapshot is found out', async (_, name, value, message) => {
    const target = await publishForged((entry) => {
      entry[name] = value;
    });
    const node = newFolder();
    await expect(pull(node, target)).rejects.toThrow(message);
    expect(await nameOf(node)).toBeUndefined();
  });

  const { privateKey: signingKey, publicKey } = generateKeyPairSync('ed25519');
  const other = generateKeyPairSync('ed25519');

  test('is not believed where the publisher has to sign, whatever hashes agree', async () => {
    const publishers = [other.publicKey, publicKey];
    const target = toFolder();
    const { importer } = takeImporter(1);
    await publish(importer, target);
    await expect(pull(newFolder(), target, { publishers })).rejects.toThrow(/carries no signature.*--sign/);
    // The same snapshot once more, signed: nothing is sent again but the two documents.
    expect(await publish(importer, target, { signingKey })).toMatchObject({ kind: 'published', sentBytes: 0 });
    expect(await publish(importer, target, { signingKey })).toMatchObject({ kind: 'already_there' });
    await expect(pull(newFolder(), target, { publishers: [other.publicKey] })).rejects.toThrow(/signed by another key/);
    expect(await pull(newFolder(), target, { publishers })).toMatchObject({ kind: 'pulled' });
    expect(await pull(newFolder(), target)).toMatchObject({ kind: 'pulled' });
    const forged = await publishForged((_, contents) => contents, { signingKey });
    // Written again by somebody else, with other bytes and another hash.
    await expect(pull(newFolder(), forged, { publishers })).rejects.toThrow(/signed by another key/);
  });
});

function flipByte(path: string, where?: number): void {
  const bytes = readFileSync(path);
  const at = where ?? bytes.length >> 1;
  bytes[at] = ~(bytes[at] as number) & 0xff;
  writeFileSync(path, bytes);
}
