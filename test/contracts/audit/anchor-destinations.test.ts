// The places that anchors go to, each over a real one: a folder, S3-compatible storage with object lock, a receiver of webhooks, and
// `openssl ts` as time stamp authority.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnchorDestination } from '../../../src/app/audit/anchors/anchor-destination.ts';
import { parseAnchor, toAnchorText } from '../../../src/app/audit/anchors/anchor-document.ts';
import { createHeadSigner } from '../../../src/app/audit/head.ts';
import { systemClock } from '../../../src/clock.ts';
import { openAnchorDestinations } from '../../../src/compose/parts/audit/anchor-destinations.ts';
import { loadConfig } from '../../../src/config.ts';
import { findOpenssl } from '../../support/machine.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { startTimeStampAuthority } from '../../support/parties/time-stamp-authority.ts';
import { startWebhookReceiver } from '../../support/parties/webhook-receiver.ts';
import { credentials, startObjectServer } from '../../support/registry/object-server.ts';
import { auditSecrets } from './audit.contract.ts';

const madeAtMs = Date.UTC(2026, 10, 17, 12, 30);
const signer = createHeadSigner(auditSecrets.headSeed);
const toText = (sequence: number) =>
  toAnchorText({
    madeAtMs: madeAtMs + sequence,
    heads: [signer.sign({ chain: 'chain_a', sequence, hash: 'ab'.repeat(32), atMs: madeAtMs })],
  });
const signal = AbortSignal.timeout(60_000);
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let folder = '';
beforeEach(() => {
  folder = createOutputDirectory('anchors');
  vi.unstubAllEnvs();
});

function open(...places: readonly object[]): AnchorDestination {
  const env = {
    CONFERE_AUDIT_ANCHOR: JSON.stringify(places),
    CONFERE_WEBHOOKS_ALLOW_HTTP: 'true',
    CONFERE_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.1',
  };
  const [place] = openAnchorDestinations(loadConfig({ cwd: folder, env }), systemClock);
  return place as AnchorDestination;
}

const put = (place: AnchorDestination, sequence: number) => place.put(toText(sequence), madeAtMs + sequence, signal);
async function readBack(place: AnchorDestination, day?: string): Promise<readonly number[]> {
  const kept = await Array.fromAsync(place.read?.(day, signal) ?? []);
  return kept.map(({ text }) => parseAnchor(text)?.heads[0]?.sequence ?? 0);
}

async function openS3() {
  const storage = await startObjectServer({ hasLock: true });
  for (const [name, value] of Object.entries({ ...credentials, AWS_ENDPOINT_URL: storage.url }))
    vi.stubEnv(name, value);
  return { storage, place: open({ s3: 's3://anchors/audit', retain_days: 10 }) };
}

async function openStamped() {
  const authority = await startTimeStampAuthority(join(folder, 'tsa'));
  mkdirSync(join(folder, 'kept'));
  return { authority, place: open({ rfc3161: authority.url, ca: authority.ca, keep: join(folder, 'kept') }) };
}

const readable: (readonly [what: string, open: () => Promise<AnchorDestination>])[] = [
  ['a folder', async () => open({ folder: mkdirSync(join(folder, 'worm'), { recursive: true }) ?? '' })],
  ['S3 with object lock', async () => (await openS3()).place],
];
if (findOpenssl() !== undefined) readable.push(['time stamps', async () => (await openStamped()).place]);

describe.each(readable)('%s', (_what, openPlace) => {
  test('gives back all that was put there, or one day of it', async () => {
    const place = await openPlace();
    for (const sequence of [1, 2, 3, 86_400_000]) await put(place, sequence);
    expect(await readBack(place)).toEqual([1, 2, 3, 86_400_000]);
    expect(await readBack(place, '2026-11-17/')).toEqual([1, 2, 3]);
    expect(await readBack(place, '2026-01-01/')).toEqual([]);
    await place.close();
  });
});

describe('a folder', () => {
  test('is written once: nothing in it is ever replaced, and what a crash cut short is left out', async () => {
    const worm = join(folder, 'worm');
    mkdirSync(worm);
    const place = open({ folder: worm });
    await put(place, 1);
    const [file = ''] = readdirSync(join(worm, '2026-11-17'));
    const path = join(worm, '2026-11-17', file);
    const before = statSync(path);
    await expect(put(place, 1)).rejects.toThrow('EEXIST');
    expect(statSync(path)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
    await put(place, 2);
    truncateSync(path, 40);
    expect(await readBack(place)).toEqual([2]);
  });

  test.each([
    ['is not there', 'nowhere'],
    ['is a file', 'file'],
  ])('that %s is a fault, for writing and reading, and is not made', async (_what, name) => {
    writeFileSync(join(folder, 'file'), '');
    const place = open({ folder: name });
    await expect(put(place, 1)).rejects.toThrow('the folder is not there');
    await expect(readBack(place)).rejects.toThrow('the folder is not there');
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  test.skipIf(process.getuid?.() === 0)('that may not be read is a fault', async () => {
    mkdirSync(join(folder, 'closed'), { mode: 0o000 });
    await expect(readBack(open({ folder: 'closed' }))).rejects.toThrow('EACCES');
    chmodSync(join(folder, 'closed'), 0o700);
  });
});

describe('S3 with object lock', () => {
  test('locks every object for its time', async () => {
    const { storage, place } = await openS3();
    await put(place, 1);
    const [[path, versions] = ['', []]] = storage.versions;
    expect(path).toMatch(/^\/anchors\/audit\/2026-11-17\/12-30-00\.001Z-[0-9a-f]{16}\.json$/);
    const until = new Date(madeAtMs + 1 + 10 * 86_400_000).toISOString();
    expect(versions[0]?.lock).toEqual({
      'x-amz-object-lock-mode': 'COMPLIANCE',
      'x-amz-object-lock-retain-until-date': until,
    });
  });

  test('gives back what was written over, or deleted, by somebody with its credentials', async () => {
    const { storage, place } = await openS3();
    for (const sequence of [1, 2]) await put(place, sequence);
    const [first = '', second = ''] = [...storage.versions.keys()];
    const [real] = storage.versions.get(first) ?? [];
    storage.versions.set(first, [
      ...(storage.versions.get(first) ?? []),
      { id: 'v2', body: Buffer.from(toText(9)), lock: {} },
    ]);
    storage.versions.set(second, [...(storage.versions.get(second) ?? []), { id: 'v2', body: undefined, lock: {} }]);
    expect(real?.body).toEqual(Buffer.from(toText(1)));
    expect((await readBack(place)).toSorted()).toEqual([1, 2, 9]);
  });

  test('a bucket without it is a fault', async () => {
    const storage = await startObjectServer();
    for (const [name, value] of Object.entries({ ...credentials, AWS_ENDPOINT_URL: storage.url }))
      vi.stubEnv(name, value);
    await expect(put(open({ s3: 's3://anchors/audit' }), 1)).rejects.toThrow(/400.*InvalidRequest/);
  });

  test('storage that takes the lock and forgets it is a fault', async () => {
    const { storage, place } = await openS3();
    storage.mischief = () => {
      for (const [path, versions] of storage.versions)
        storage.versions.set(
          path,
          versions.map((one) => ({ ...one, lock: {} })),
        );
      return undefined;
    };
    await expect(put(place, 1)).rejects.toThrow('the object shows no lock');
  });

  test('without credentials it says so', async () => {
    for (const name of Object.keys(credentials)) vi.stubEnv(name, '');
    expect(() => open({ s3: 's3://anchors/audit' })).toThrow(/AWS_ACCESS_KEY_ID/);
    await openS3();
  });
});

describe('a webhook', () => {
  test('is signed as every other one, and its body can be verified with', async () => {
    const receiver = await startWebhookReceiver();
    vi.stubEnv('ANCHOR_SECRET', secret);
    const place = open({ webhook: `${receiver.origin}/anchors`, secret: { env: 'ANCHOR_SECRET' } });
    await put(place, 5);
    const [received] = receiver.received;
    expect(received?.isSignedWith(secret)).toBe(true);
    expect(received?.body).toMatchObject({ type: 'audit.anchored', data: { heads: [{ sequence: 5 }] } });
    expect(parseAnchor(JSON.stringify(received?.body))?.heads[0]?.sequence).toBe(5);
    expect(place.read).toBeUndefined();
    receiver.behave((response) => void response.writeHead(500).end());
    await expect(put(place, 6)).rejects.toThrow('it answered 500');
    await receiver.close();
  });

  test('needs a secret in the form of the others', () => {
    vi.stubEnv('ANCHOR_SECRET', 'guess');
    expect(() => open({ webhook: 'https://siem.example/', secret: { env: 'ANCHOR_SECRET' } })).toThrow(/whsec_/);
  });
});

describe.skipIf(findOpenssl() === undefined)('time stamps', () => {
  const readKept = () => {
    const [day = ''] = readdirSync(join(folder, 'kept'));
    const [file = ''] = readdirSync(join(folder, 'kept', day));
    const path = join(folder, 'kept', day, file);
    return { path, ...(JSON.parse(readFileSync(path, 'utf8')) as { stamped: string; token: string }) };
  };
  const replace = (kept: { path: string; stamped: string; token: string }) =>
    writeFileSync(kept.path, `${JSON.stringify({ stamped: kept.stamped, token: kept.token })}\n`);

  test('hold for us as for openssl, and tell the time of the authority', async () => {
    const { authority, place } = await openStamped();
    await put(place, 1);
    const { stamped, token } = readKept();
    expect(authority.check(Buffer.from(token, 'base64'), stamped)).toContain('Verification: OK');
    const [kept] = await Array.fromAsync(place.read?.(undefined, signal) ?? []);
    expect(Math.abs((kept?.provenAtMs ?? 0) - Date.now())).toBeLessThan(3_600_000);
  });

  test('of another text, with a changed token, or by an authority that nobody vouches for do not hold', async () => {
    const { authority, place } = await openStamped();
    await put(place, 1);
    const kept = readKept();
    replace({ ...kept, stamped: toText(2) });
    await expect(readBack(place)).rejects.toThrow('the time stamp does not hold');
    const token = Buffer.from(kept.token, 'base64');
    // In the signature, at its end.
    token[token.length - 5] = (token[token.length - 5] as number) ^ 1;
    replace({ ...kept, token: token.toString('base64') });
    await expect(readBack(place)).rejects.toThrow('the time stamp does not hold');
    replace({ ...kept, token: Buffer.from('nonsense').toString('base64') });
    await expect(readBack(place)).rejects.toThrow('the token is no time stamp');
    replace(kept);
    expect(await readBack(place)).toEqual([1]);
    const other = await startTimeStampAuthority(join(folder, 'other'));
    const distrusting = open({ rfc3161: authority.url, ca: other.ca, keep: join(folder, 'kept') });
    await expect(readBack(distrusting)).rejects.toThrow('the time stamp does not hold');
    await expect(put(distrusting, 3)).rejects.toThrow('the time stamp does not hold');
  });

  test('by a certificate for another purpose do not hold, nor does an answer to another question', async () => {
    const { authority, place } = await openStamped();
    await put(place, 1);
    const kept = readKept();
    const token = Buffer.from(kept.token, 'base64');
    replace({ ...kept, token: authority.signForAnotherPurpose(token).toString('base64') });
    await expect(readBack(place)).rejects.toThrow('a certificate that is not made for time stamps');
    authority.mischief = () => ({ status: 200, body: toGranted(token) });
    await expect(put(place, 1)).rejects.toThrow('the time stamp is the answer to another question');
    authority.mischief = () => ({ status: 200, body: Buffer.from('30053003020102', 'hex') });
    await expect(put(place, 1)).rejects.toThrow('the authority refused the time stamp (status 2)');
    authority.mischief = () => ({ status: 503, body: Buffer.from('busy') });
    await expect(put(place, 1)).rejects.toThrow('it answered 503');
  });
});

/** The answer of an authority that gives this token. */
function toGranted(token: Buffer): Buffer {
  const status = Buffer.from('3003020100', 'hex');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(status.length + token.length);
  return Buffer.concat([Buffer.from('3082', 'hex'), length, status, token]);
}
