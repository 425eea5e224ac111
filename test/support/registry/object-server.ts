// S3-compatible storage on a real socket, written from the published description of Signature Version 4 and not from the library
// that signs: every request whose signature, hash or time does not hold is refused. It also misbehaves as told.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from '../free-port.ts';

export interface ObjectServer {
  readonly url: string;
  /** By path, such as `/bucket/prefix/latest.json`. */
  readonly objects: Map<string, Buffer>;
  /** When each was written, as the storage tells it; now, unless a test says otherwise. */
  readonly changedAt: Map<string, string>;
  /** `PUT /bucket/…`, in order, with the status that each got. */
  readonly log: { readonly method: string; readonly path: string; readonly status: number }[];
  /** With object lock: every version of every object by its path, the oldest first; a deletion is a version without a body. */
  readonly versions: Map<string, LockedVersion[]>;
  /** What is done to a request in place of answering it; undefined answers it. */
  mischief: (method: string, path: string) => 'cut' | 'busy' | 'half' | 'flip' | undefined;
}

export interface LockedVersion {
  readonly id: string;
  readonly body: Buffer | undefined;
  readonly lock: Readonly<Record<string, string>>;
}

export const credentials = {
  AWS_ACCESS_KEY_ID: 'AKIATEST',
  AWS_SECRET_ACCESS_KEY: 'secret/of+the/tests',
  AWS_REGION: 'sa-east-1',
} as const;

const skewMsMax = 15 * 60_000;

/** `isSigned: false` is a plain web server: it gives what it has to anybody. */
export async function startObjectServer({ isSigned = true, hasLock = false } = {}): Promise<ObjectServer> {
  const objects = new Map<string, Buffer>();
  const changedAt = new Map<string, string>();
  const log: ObjectServer['log'] = [];
  const versions = new Map<string, LockedVersion[]>();
  const server: ObjectServer = { url: '', objects, changedAt, log, versions, mischief: () => undefined };
  const http = createServer((request, response) => void answer(request, response));
  const { origin, close } = await listen(http);
  onTestFinished(close);

  /** As few on a page as makes every list have several. */
  function list(path: string): string {
    const { pathname, searchParams } = new URL(path, 'http://any');
    const start = `${pathname}/${searchParams.get('prefix')}`;
    const names = [...objects.keys()].filter((name) => name.startsWith(start)).sort();
    const from = Number(searchParams.get('continuation-token')?.split('=')[1] ?? 0);
    const entries = names.slice(from, from + 5).map((name) => {
      const at = changedAt.get(name) ?? new Date().toISOString();
      return `<Contents><Key>${name.slice(pathname.length + 1)}</Key><LastModified>${at}</LastModified></Contents>`;
    });
    // With a sign that must be encoded, as the real ones have.
    const next = from + 5 < names.length ? `<NextContinuationToken>at=${from + 5}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult>${entries.join('')}${next}</ListBucketResult>`;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request;
    const body = await readAll(request).catch(() => undefined);
    if (body === undefined) return;
    const end = (status: number, content: Buffer | string = '', headers: Record<string, string> = {}) => {
      log.push({ method, path, status });
      response.writeHead(status, { 'content-length': String(Buffer.byteLength(content)), ...headers });
      response.end(method === 'HEAD' ? undefined : content);
    };
    const mischief = server.mischief(method, path);
    if (mischief === 'cut') return void request.socket.destroy();
    if (mischief === 'busy') return end(503, toError('SlowDown'), { 'retry-after': '0' });
    const fault = isSigned ? findSignatureFault(request, body) : undefined;
    if (fault !== undefined) return end(403, toError(fault));
    if (hasLock) {
      const { status, content, headers } = answerLocked(versions, request, path, body);
      return end(status, content, headers);
    }
    if (request.headers['x-amz-object-lock-mode'] !== undefined) return end(400, toError('InvalidRequest'));
    if (method === 'PUT' && isSigned) {
      objects.set(path, body);
      return end(200);
    }
    if (method === 'DELETE' && isSigned) {
      objects.delete(path);
      return end(204);
    }
    if (path.includes('?list-type=2') || path.includes('&list-type=2')) return end(200, list(path));
    const found = objects.get(path);
    if (found === undefined) return end(404, toError('NoSuchKey'));
    if (mischief === 'half') {
      response.writeHead(200, { 'content-length': String(found.length) });
      response.write(found.subarray(0, found.length / 2), () => request.socket.destroy());
      return;
    }
    if (mischief === 'flip') {
      const flipped = Buffer.from(found);
      flipped[flipped.length >> 1] = ~(flipped[flipped.length >> 1] as number) & 0xff;
      return end(200, flipped);
    }
    return end(200, found);
  }

  return Object.assign(server, { url: origin });
}

interface LockedAnswer {
  readonly status: number;
  readonly content?: Buffer | string;
  readonly headers?: Record<string, string>;
}

const lockNames = ['x-amz-object-lock-mode', 'x-amz-object-lock-retain-until-date'];

/** A bucket with object lock, as S3 has it: nothing is replaced or removed, and what is written over or deleted is only hidden. */
function answerLocked(
  versions: Map<string, LockedVersion[]>,
  { method = '', headers }: IncomingMessage,
  address: string,
  body: Buffer,
): LockedAnswer {
  const { pathname, searchParams } = new URL(address, 'http://any');
  const found = versions.get(pathname) ?? [];
  const add = (version: Omit<LockedVersion, 'id'>) =>
    versions.set(pathname, [...found, { id: `v${found.length + 1}`, ...version }]);
  if (method === 'PUT') {
    const isWhole = headers['content-md5'] === createHash('md5').update(body).digest('base64');
    const until = Date.parse(String(headers[lockNames[1] as string]));
    if (!isWhole || !(until > Date.now())) return { status: 400, content: toError('InvalidRequest') };
    add({ body, lock: Object.fromEntries(lockNames.map((name) => [name, String(headers[name])])) });
    return { status: 200 };
  }
  const wanted = searchParams.get('versionId');
  if (method === 'DELETE' && wanted !== null) return { status: 403, content: toError('AccessDenied') };
  if (method === 'DELETE') {
    add({ body: undefined, lock: {} });
    return { status: 204 };
  }
  if (searchParams.has('versions')) return { status: 200, content: listVersions(versions, pathname, searchParams) };
  const version = wanted === null ? found.at(-1) : found.find(({ id }) => id === wanted);
  if (version?.body === undefined) return { status: 404, content: toError('NoSuchKey') };
  return { status: 200, content: version.body, headers: version.lock };
}

/** Two on a page. */
function listVersions(versions: ReadonlyMap<string, LockedVersion[]>, bucket: string, query: URLSearchParams): string {
  const start = `${bucket}/${query.get('prefix')}`;
  const all = [...versions]
    .filter(([name]) => name.startsWith(start))
    .flatMap(([name, list]) => list.map(({ id, body }) => ({ key: name.slice(bucket.length + 1), id, body })));
  const marker = query.get('key-marker');
  const isLast = ({ key, id }: { key: string; id: string }) => key === marker && id === query.get('version-id-marker');
  const from = marker === null ? 0 : all.findIndex(isLast) + 1;
  const page = all.slice(from, from + 2);
  const entries = page.map(({ key, id, body }) => {
    const tag = body === undefined ? 'DeleteMarker' : 'Version';
    return `<${tag}><Key>${key}</Key><VersionId>${id}</VersionId></${tag}>`;
  });
  const last = page.at(-1);
  const isTruncated = from + page.length < all.length;
  const next = `<NextKeyMarker>${last?.key}</NextKeyMarker><NextVersionIdMarker>${last?.id}</NextVersionIdMarker>`;
  return `<ListVersionsResult><IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? next : ''}${entries.join('')}</ListVersionsResult>`;
}

function findSignatureFault(request: IncomingMessage, body: Buffer): string | undefined {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (authorization === null) return 'AccessDenied';
  const [, id, day = '', region = '', names = '', signature = ''] = authorization;
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION } = credentials;
  if (id !== AWS_ACCESS_KEY_ID || region !== AWS_REGION) return 'InvalidAccessKeyId';
  const time = String(request.headers['x-amz-date']);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - at) < skewMsMax) || !time.startsWith(day)) return 'RequestTimeTooSkewed';
  const contentHash = sha256(body);
  if (request.headers['x-amz-content-sha256'] !== contentHash) return 'XAmzContentSHA256Mismatch';
  const signed = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied';
  const headers = signed.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('');
  const [path, query = ''] = (request.url ?? '').split('?');
  const canonical = [request.method, path, query.split('&').sort().join('&'), headers, names, contentHash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (former, part) => createHmac('sha256', former).update(part).digest(),
    `AWS4${AWS_SECRET_ACCESS_KEY}`,
  );
  const wanted = createHmac('sha256', key).update(toSign).digest();
  return timingSafeEqual(wanted, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

function toError(code: string): string {
  return `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`;
}
