// What holds for every dataset whose snapshots are published and taken: the pieces, the two documents, the check, the switch;
// and that a running service follows a depot. `thread` looks once for the dataset.

import { generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type PullOrder, pullSnapshot } from '../../../src/app/datasets/pull-snapshot.ts';
import { systemClock } from '../../../src/clock.ts';
import {
  type DepotSettings,
  openDepot,
  openWritableDepot,
  parseDepot,
} from '../../../src/datasets/depots/open-depot.ts';
import { lockDataset } from '../../../src/datasets/folder/import-lock.ts';
import { readVerifiedAt } from '../../../src/datasets/folder/notes.ts';
import { rollBack } from '../../../src/datasets/folder/rollback.ts';
import { findPointer, toDatasetPaths } from '../../../src/datasets/folder/store.ts';
import { latestName, pieceBytesMax, toContentsName } from '../../../src/datasets/share/contents.ts';
import { followSource, type SourceLook } from '../../../src/datasets/share/follow.ts';
import { type PublishOptions, publishSnapshot } from '../../../src/datasets/share/publish.ts';
import { openSharedDataset } from '../../../src/datasets/share/shared-dataset.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { credentials, type ObjectServer, startObjectServer } from '../../support/registry/object-server.ts';
import { type DatasetCase, flipByte, type ImportedDirectory } from './dataset-case.ts';

const { signal } = new AbortController();
const watch = { onStart: () => {}, onBytes: () => {}, onFile: () => {}, onRetry: () => {} };
const onCheck = () => {};
const tools = {
  clock: systemClock,
  connections: 2,
  attemptsMax: 2,
  random: () => 0,
  sleep: async () => {},
  onRetry: () => {},
};

export function describeDatasetShare(
  name: string,
  { dataset, made, newFolder, read, readWhole, files }: DatasetCase,
  thread: URL,
): void {
  function takeImporter(imports: 1 | 2 | 3): { readonly importer: string; readonly id: string } {
    const importer = newFolder();
    const { directory, id } = made()[imports - 1] as ReturnType<typeof made>[number];
    cpSync(directory, importer, { recursive: true });
    return { importer, id };
  }

  async function publish(directory: string, settings: DepotSettings, more: Partial<PublishOptions> = {}) {
    const depot = openWritableDepot(settings, tools);
    const fixed = {
      dataset,
      directory,
      depot,
      clock: createManualClock(),
      signal,
      watch,
      onCheck,
      pieceBytes: 8192,
    };
    try {
      const defaults = { snapshot: 'live', keep: 3, overridden: [], piecesAtOnce: 2 };
      return await publishSnapshot({ ...defaults, ...fixed, ...more });
    } finally {
      await depot.close();
    }
  }

  type Pull = Partial<PullOrder> & { readonly publishers?: readonly KeyObject[] };

  async function pull(directory: string, settings: DepotSettings, { publishers, ...order }: Pull = {}) {
    const depot = openDepot(settings, tools);
    const registry = openSharedDataset({
      dataset,
      directory,
      depot,
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
      return await pullSnapshot(registry, { snapshot: undefined, overridden: [], ...order });
    } finally {
      await depot.close();
    }
  }

  const toFolder = (): DepotSettings & { readonly folder: string } => ({ kind: 'folder', folder: newFolder() });

  async function startS3(): Promise<{ readonly server: ObjectServer; readonly settings: DepotSettings }> {
    const server = await startObjectServer();
    const variables: Record<string, string> = { ...credentials, AWS_ENDPOINT_URL: server.url };
    return { server, settings: parseDepot('s3://registry/confere', (name) => variables[name]) };
  }

  describe(`${name}: a snapshot that is published`, () => {
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
        let source: DepotSettings = target;
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
        expect(await read(node)).toBe('SECOND');
        expect(await readWhole(node)).toBe('SECOND');
        for (const name of dataset.files(join(importer, 'snapshots', id))) {
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
      expect(await read(node)).toBe('SECOND');
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
        const depot = openWritableDepot(target, tools);
        const [old, young, foreign] = ['20260101T000000-000', '20260201T000000-000', 'notes/of/others.txt'];
        const left = [`snapshots/${old}/blocks.dat.0000-0123456789abcdef`, `snapshots/${old}/contents.json`];
        const half = `snapshots/${kept}/blocks.dat.0000-0123456789abcdef.0a1b.part`;
        const others = [`snapshots/${young}/blocks.dat.0000-0123456789abcdef`, foreign];
        for (const name of [...left, half, ...others]) await depot.write(name, Buffer.from('x'), signal);
        const { nowMs } = systemClock;
        const age = (name: string, days: number) => {
          const at = new Date(nowMs() - days * 86_400_000);
          if (where === 'S3') server.changedAt.set(`/registry/confere/${name}`, at.toISOString());
          else utimesSync(join(folder.folder, name), at, at);
        };
        const all = await depot.list('snapshots/', signal);
        for (const { name } of all) age(name, 8);
        for (const name of others) if (name !== foreign) age(name, 6);
        const { importer: second, id } = takeImporter(2);
        expect(await publish(second, target, { clock: systemClock })).toMatchObject({
          cleared: [old, kept].sort(),
          notCleared: null,
        });
        const after = (await depot.list('snapshots/', signal)).map(({ name }) => name);
        expect([...left, half].filter((name) => after.includes(name))).toEqual([]);
        expect(after).toContain(others[0]);
        expect(String(await depot.read(foreign, 10, signal))).toBe('x');
        const ofKept = all.filter(({ name }) => name.startsWith(`snapshots/${kept}/`) && name !== half);
        expect(ofKept.every(({ name }) => after.includes(name))).toBe(true);
        const node = newFolder();
        expect(await pull(node, target)).toMatchObject({ kind: 'pulled', snapshot: { id } });
        await depot.close();
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
      expect(await read(newer)).toBe('SECOND');
      expect(await pull(newer, target, { overridden: ['older_data'] })).toMatchObject({ kind: 'pulled' });
      expect(await read(newer)).toBe('FIRST');
    });

    test.each([...files.needed, ...files.spare])(
      'damaged in $name before it was sent is not sent',
      async ({ name, at }) => {
        const { importer, id } = takeImporter(1);
        flipByte(join(importer, 'snapshots', id, name), at);
        const target = toFolder();
        await expect(publish(importer, target)).rejects.toThrow(/damaged/);
        expect(existsSync(target.folder)).toBe(false);
      },
    );
  });

  describe(`${name}: taking a snapshot`, () => {
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
      server.mischief = (method) => (method === 'GET' && ++gets > 9 ? 'half' : undefined);
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
      server.mischief = (method) => (method === 'GET' && ++gets > 10 ? 'cut' : undefined);
      await expect(pull(node, settings)).rejects.toThrow();
      const draft = join(node, 'incoming', id);
      for (const name of readdirSync(draft)) flipByte(join(draft, name));
      server.mischief = () => undefined;
      expect(await pull(node, settings)).toMatchObject({ kind: 'pulled' });
      expect(await read(node)).toBe('SECOND');
    });

    test('refuses what arrives damaged, and what was live serves on', async () => {
      const [{ name: large }] = files.needed;
      const node = newFolder();
      const { server, settings } = await startS3();
      await publish(takeImporter(1).importer, settings);
      await pull(node, settings);
      await publish(takeImporter(2).importer, settings);
      server.mischief = (method, path) => (method === 'GET' && path.includes(`/${large}.`) ? 'flip' : undefined);
      await expect(pull(node, settings)).rejects.toThrow(new RegExp(`${large}\\.\\d{4}-\\w+ is damaged`));
      expect(await read(node)).toBe('FIRST');
      for (const [document, what] of [
        ['/latest.json', /latest.json (is damaged|is not JSON)/],
        ['/contents.json', /contents.json is not the one/],
      ] as const) {
        server.mischief = (method, path) => (method === 'GET' && path.endsWith(document) ? 'flip' : undefined);
        await expect(pull(node, settings)).rejects.toThrow(what);
      }
      server.mischief = () => undefined;
      expect(await pull(node, settings)).toMatchObject({ kind: 'pulled' });
      expect(await read(node)).toBe('SECOND');
    });

    test('that is live here and has lost a file, or a part of one, brings it back; the way back stays', async () => {
      const { importer, id } = takeImporter(2);
      const target = toFolder();
      await publish(importer, target);
      const [file = ''] = dataset.files(join(importer, 'snapshots', id)).slice(-1);
      const path = join(importer, 'snapshots', id, file);
      const before = findPointer(toDatasetPaths(dataset, importer));
      for (const damage of [() => truncateSync(path, 5), () => rmSync(path)]) {
        damage();
        expect(await pull(importer, target)).toMatchObject({ kind: 'pulled', snapshot: { id } });
        expect(await readWhole(importer)).toBe('SECOND');
        expect(findPointer(toDatasetPaths(dataset, importer))).toEqual(before);
        expect(await pull(importer, target)).toMatchObject({ kind: 'up_to_date' });
      }
    });

    test('leaves a rollback alone until it is released, or a snapshot is asked for by name', async () => {
      const node = newFolder();
      const target = toFolder();
      await publish(takeImporter(1).importer, target);
      await pull(node, target);
      const { importer, id: second } = takeImporter(2);
      await publish(importer, target);
      await pull(node, target);
      rollBack(dataset, node, createManualClock());
      expect(await pull(node, target)).toMatchObject({ kind: 'held', live: { dataAsOf: '2026-09-12' } });
      expect(await read(node)).toBe('FIRST');
      // It is here as the previous one, so that nothing has to be fetched: the source may even be without it.
      expect(await pull(node, target, { snapshot: second })).toMatchObject({ kind: 'pulled' });
      expect(await read(node)).toBe('SECOND');
      expect(await pull(node, target)).toMatchObject({ kind: 'up_to_date' });
    });

    test('waits for nobody: while an import runs it says so, and a look does not keep an import away', async () => {
      const node = newFolder();
      const target = toFolder();
      await publish(takeImporter(2).importer, target);
      await pull(node, target);
      // October, published anew: of the same day and imported later.
      await publish(takeImporter(3).importer, target);
      const lock = lockDataset(toDatasetPaths(dataset, node), 'now');
      await expect(pull(node, target)).rejects.toThrow('An import is already running');
      lock.release();
      expect(await pull(node, target)).toMatchObject({ kind: 'pulled' });
    });

    test('from a depot where nothing was published finds nothing', async () => {
      expect(await pull(newFolder(), toFolder())).toEqual({ kind: 'nothing_published' });
    });
  });

  describe(`${name}: a depot that lies`, () => {
    type Document = Record<string, unknown>;
    const findPieces = (contents: Document): Document[] =>
      (contents['files'] as { readonly pieces: Document[] }[]).flatMap(({ pieces }) => pieces);

    /** Changes the two documents of a depot as somebody would who can write there: every hash is right again. */
    function forge(folder: string, id: string, change: (entry: Document, contents: Document) => void): void {
      const contents = readDocument(join(folder, toContentsName(id)));
      const latest = readDocument(join(folder, latestName));
      const [entry] = latest['snapshots'] as [Document];
      change(entry, contents);
      const bytes = writeDocument(join(folder, toContentsName(id)), contents);
      entry['contents_sha256'] = hash('sha256', bytes, 'hex');
      writeDocument(join(folder, latestName), latest);
    }

    const readDocument = (path: string): Document => JSON.parse(readFileSync(path, 'utf8'));

    function writeDocument(path: string, { checksum: _, ...body }: Document): string {
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
      expect(await read(node)).toBeUndefined();
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
      await expect(pull(newFolder(), target, { publishers: [other.publicKey] })).rejects.toThrow(
        /signed by another key/,
      );
      expect(await pull(newFolder(), target, { publishers })).toMatchObject({ kind: 'pulled' });
      expect(await pull(newFolder(), target)).toMatchObject({ kind: 'pulled' });
      const forged = await publishForged((_, contents) => contents, { signingKey });
      // Written again by somebody else, with other bytes and another hash.
      await expect(pull(newFolder(), forged, { publishers })).rejects.toThrow(/signed by another key/);
    });
  });

  test(`${name}: a node takes what is newer by itself, says what came of every look, leaves a rollback alone and outlives a broken source`, async () => {
    const [node, folder] = [newFolder(), newFolder()];
    const [earlier, later] = made() as [ImportedDirectory, ImportedDirectory];
    const clock = createManualClock();
    const depot: DepotSettings = { kind: 'folder', folder };
    const looks: SourceLook[] = [];
    let wake = () => {};
    const follower = followSource({
      thread,
      directory: node,
      depot,
      publisherKey: null,
      everyMs: 100,
      findNeeded: async () => [],
      isEmpty: () => false,
      clock,
      random: () => 0.5,
      onLook: (look) => {
        looks.push(look);
        wake();
      },
    });
    onTestFinished(() => follower.stop());
    /** From now on, or from a number of looks that was noted before. */
    const next = async (kind: SourceLook['kind'], from = looks.length): Promise<SourceLook> => {
      for (let seen = from; ; seen++) {
        while (looks.length <= seen) await new Promise<void>((resolve) => (wake = resolve));
        const look = looks[seen];
        if (look?.kind === kind) return look;
      }
    };
    await next('nothing_published');
    // A look may pull what is published before `publish` itself is done.
    const beforeEarlier = looks.length;
    await publish(earlier.directory, depot);
    expect(await next('pulled', beforeEarlier)).toEqual({ kind: 'pulled', id: earlier.id, dataAsOf: '2026-09-12' });
    expect(await read(node)).toBe('FIRST');
    expect(readVerifiedAt(join(node, 'snapshots', earlier.id))).toEqual(expect.any(String));
    const beforeLater = looks.length;
    await publish(later.directory, depot);
    expect(await next('pulled', beforeLater)).toMatchObject({ id: later.id });
    // Another look may be holding the lock just now.
    for (;;) {
      try {
        rollBack(dataset, node, clock);
        break;
      } catch {
        await next('up_to_date');
      }
    }
    await next('held');
    expect(findPointer(toDatasetPaths(dataset, node))).toMatchObject({ held: true, live: earlier.id });
    rmSync(join(node, 'live.json'));
    writeFileSync(join(folder, 'latest.json'), 'half of a');
    expect(await next('failed')).toMatchObject({ reason: expect.stringContaining('latest.json is not JSON') });
    expect(follower.last()?.look.kind).toBe('failed');
  });
}
