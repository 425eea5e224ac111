// A WebDAV share on a real socket that misbehaves as told: drops connections, stalls, lies, ignores Range, changes files.
// Its mischief follows from a seed, so a failing test fails again.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../free-port.ts';

export interface SharedFile {
  content: Buffer;
  /** Counts up when the file is replaced; the ETag follows from it. */
  version: number;
}

/** What to do with one GET. `cutAfter` and `stallAfter` count bytes of the body. */
export type Mischief =
  | { readonly kind: 'none' }
  | { readonly kind: 'cut'; readonly cutAfter: number }
  | { readonly kind: 'stall'; readonly stallAfter: number }
  | { readonly kind: 'drip' }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Record<string, string> }
  | { readonly kind: 'ignore_range' }
  | { readonly kind: 'ignore_if_range' }
  | { readonly kind: 'wrong_range' }
  | { readonly kind: 'short_length' }
  | { readonly kind: 'html' };

export interface WebdavServer {
  readonly url: string;
  /** By path, such as `2026-10/Simples.zip`. */
  readonly files: Map<string, SharedFile>;
  /** Every GET, in order: its path, its Range header and the status it got. */
  readonly gets: { readonly path: string; readonly range: string | undefined; readonly status: number }[];
  /** Decides what happens to the nth GET of a path, counted from 0. */
  mischief: (path: string, turn: number) => Mischief;
  /** Answers a PROPFIND itself when it returns something. */
  listing: (
    path: string,
    turn: number,
  ) => { status: number; body?: string; headers?: Record<string, string> } | undefined;
  /** What a file's size is said to be in a listing. */
  listedBytes: (path: string, bytes: number) => number;
  etags: 'strong' | 'weak' | 'none';
  /** Tails without ETag and date, which RFC 9110 lets a server leave out where If-Range matched. */
  bareTails: boolean;
  /** Whether the other side has stored so many bytes of a file: a cut waits for that, so that tests do not depend on timing. */
  delivered: (path: string, bytes: number) => boolean;
  /** The most GETs that were being answered at one time. */
  readonly peak: () => number;
  put(path: string, content: Buffer): void;
  close(): Promise<void>;
}

const prefix = '/public.php/dav/files/token/';

export async function startWebdavServer(): Promise<WebdavServer> {
  const turns = new Map<string, number>();
  let [running, peak] = [0, 0];
  const http = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').slice(prefix.length)).replace(/\/$/, '');
    const key = `${request.method} ${path}`;
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    if (!(request.url ?? '').startsWith(prefix)) return void response.writeHead(404).end();
    if (request.method === 'PROPFIND') return list(path, turn, response);
    running++;
    peak = Math.max(peak, running);
    response.once('close', () => running--);
    return give(path, turn, request, response);
  });

  function list(path: string, turn: number, response: ServerResponse): void {
    const own = server.listing(path, turn);
    if (own !== undefined) return void response.writeHead(own.status, own.headers).end(own.body);
    const below = [...server.files].filter(([name]) => path === '' || name.startsWith(`${path}/`));
    if (below.length === 0) return void response.writeHead(404).end();
    const folders = [...new Set(below.map(([name]) => name.split('/')[0] as string))];
    const entries =
      path === '' ? folders.map((name) => folderXml(`${name}/`)) : below.map(([name, file]) => fileXml(name, file));
    response.writeHead(207, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0"?>\n<d:multistatus xmlns:d="DAV:">${[folderXml(path), ...entries].join('')}</d:multistatus>`,
    );
  }

  const folderXml = (path: string): string =>
    `<d:response><d:href>${prefix}${path}</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype>` +
    '<d:getetag>&quot;folder&quot;</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>';

  const fileXml = (path: string, { content, version }: SharedFile): string =>
    `<d:response><d:href>${prefix}${path}</d:href><d:propstat><d:prop><d:resourcetype/>` +
    `<d:getcontentlength>${server.listedBytes(path, content.length)}</d:getcontentlength>` +
    `<d:getlastmodified>${dateOf(version)}</d:getlastmodified><d:getetag>&quot;v${version}&quot;</d:getetag></d:prop>` +
    '<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>';

  function give(path: string, turn: number, request: IncomingMessage, response: ServerResponse): void {
    const { range } = request.headers;
    const mischief = server.mischief(path, turn);
    const file = server.files.get(path);
    const answer = (status: number, headers: Record<string, string | number> = {}): ServerResponse => {
      server.gets.push({ path, range, status });
      return response.writeHead(status, headers);
    };
    if (file === undefined) return void answer(404).end();
    if (mischief.kind === 'status') return void answer(mischief.status, mischief.headers).end('no');
    if (mischief.kind === 'html') {
      const page = Buffer.alloc(file.content.length, '<html>moved</html> ');
      return void answer(200, { 'content-length': page.length }).end(page);
    }
    const headers: Record<string, string | number> = {};
    if (server.etags === 'strong') headers['etag'] = `"v${file.version}"`;
    if (server.etags === 'weak') headers['etag'] = `W/"v${file.version}"`;
    if (server.etags !== 'none') headers['last-modified'] = dateOf(file.version);
    const ifRange = request.headers['if-range'];
    const same = ifRange === undefined || ifRange === headers['etag'] || ifRange === headers['last-modified'];
    let from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    if (mischief.kind === 'ignore_range' || (!same && mischief.kind !== 'ignore_if_range')) from = 0;
    if (from >= file.content.length) return void answer(416).end();
    if (mischief.kind === 'wrong_range') from = Math.floor(from / 2);
    const body = file.content.subarray(from);
    headers['content-length'] = mischief.kind === 'short_length' ? body.length - 10 : body.length;
    if (server.bareTails && from > 0) {
      delete headers['etag'];
      delete headers['last-modified'];
    }
    if (from > 0) headers['content-range'] = `bytes ${from}-${file.content.length - 1}/${file.content.length}`;
    answer(from > 0 ? 206 : 200, headers);
    if (mischief.kind === 'cut')
      cut(response, body.subarray(0, mischief.cutAfter), () => server.delivered(path, from + mischief.cutAfter));
    else if (mischief.kind === 'stall') response.write(body.subarray(0, mischief.stallAfter));
    else if (mischief.kind === 'drip') drip(response, body);
    else if (mischief.kind === 'short_length') response.end(body.subarray(0, body.length - 10));
    else response.end(body);
  }

  const { origin, close } = await listen(http);
  const server: WebdavServer = {
    url: `${origin}${prefix}`,
    files: new Map(),
    gets: [],
    mischief: () => ({ kind: 'none' }),
    listing: () => undefined,
    listedBytes: (_, bytes) => bytes,
    etags: 'strong',
    bareTails: false,
    delivered: () => true,
    peak: () => peak,
    put(path, content) {
      server.files.set(path, { content, version: (server.files.get(path)?.version ?? 0) + 1 });
    },
    close,
  };
  return server;
}

function cut(response: ServerResponse, sent: Buffer, delivered: () => boolean): void {
  response.write(sent);
  const timer = setInterval(() => {
    if (delivered()) response.destroy();
  }, 2);
  response.once('close', () => clearInterval(timer));
}

function drip(response: ServerResponse, body: Buffer): void {
  let at = 0;
  const timer = setInterval(() => response.write(body.subarray(at, ++at)), 10);
  response.once('close', () => clearInterval(timer));
}

function dateOf(version: number): string {
  return new Date(Date.UTC(2026, 9, 11, 3, 0, version)).toUTCString();
}
