// Content that never changes while the service runs: read once, compressed once, served from memory, and not sent at all to
// a client that has it already. No request opens a file: unread answers of many requests would hold as many descriptors.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createPerTickLimiter } from '../per-tick-limiter.ts';
import { isKnownTag } from './entity-tag.ts';

type Encoding = 'br' | 'gzip' | 'identity';

interface Representation {
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface KeptContent {
  readonly type: string;
  represent(encoding: Encoding): Promise<Representation>;
}

/** One packet holds less than this, so compressing it saves nothing. */
const worthCompressingBytes = 1_400;
/**
 * Once for each content, on a helper thread. A page takes a tenth of a second at quality 10, and 6 % less of every first visit than at 6;
 * what is larger would keep its first reader waiting.
 */
const finelyCompressedBytesMax = 256 * 1024;
const toQuality = ({ length }: Buffer) => (length <= finelyCompressedBytesMax ? 10 : 6);

const compress = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: toQuality(bytes) } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const;

/** `load` is called at the first request, and again only when it failed. */
export function createKeptContent(type: string, load: () => Promise<Buffer>): KeptContent {
  const isText = !type.startsWith('image/');
  const made = new Map<Encoding, Promise<Representation>>();
  const make = async (encoding: Encoding): Promise<Representation> => {
    if (encoding === 'identity') {
      const bytes = await load();
      return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` };
    }
    const plain = await represent('identity');
    if (!isText || plain.bytes.length < worthCompressingBytes) return plain;
    return { bytes: await compress[encoding](plain.bytes), etag: plain.etag.replace(/"$/, `-${encoding}"`) };
  };
  const represent = (encoding: Encoding): Promise<Representation> => {
    const before = made.get(encoding);
    if (before !== undefined) return before;
    const making = make(encoding);
    made.set(encoding, making);
    making.catch(() => made.delete(encoding));
    return making;
  };
  return { type, represent };
}

/** The system copies a piece of this size in a small part of a millisecond. */
const pieceBytes = 64 * 1024;
const sendInTurn = createPerTickLimiter<() => void>({ run: (send) => send(), perTick: 2 });

/**
 * The bytes in pieces, few of them in a turn of the event loop over all answers: hundreds of clients that ask for a large file at
 * once, and need not even read it, would else keep everybody waiting while the system's buffers are filled.
 */
export function toPieces(bytes: Buffer): Readable {
  let sent = 0;
  return new Readable({
    highWaterMark: 1,
    read() {
      sendInTurn(() => {
        if (this.destroyed) return;
        const end = Math.min(sent + pieceBytes, bytes.length);
        this.push(sent === bytes.length ? null : bytes.subarray(sent, end));
        sent = end;
      });
    },
  });
}

/** `cacheControl` is for what may be used again without asking; else the browser asks every time, and is told that it has it. */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  content: KeptContent,
  cacheControl = 'no-cache',
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const { bytes, etag } = await content.represent(encoding);
  const isCompressed = encoding !== 'identity' && etag.endsWith(`-${encoding}"`);
  reply.header('etag', etag).header('cache-control', cacheControl).header('vary', 'accept-encoding');
  if (isKnownTag(request, etag)) return reply.code(304).send();
  if (isCompressed) reply.header('content-encoding', encoding);
  reply.header('content-type', content.type);
  if (bytes.length <= pieceBytes) return reply.send(bytes);
  return reply.header('content-length', bytes.length).send(toPieces(bytes));
}

/** RFC 9110, 12.5.3: what has the weight 0 is refused, and `*` stands for what is not named. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const isWelcome = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  return isWelcome('br') ? 'br' : isWelcome('gzip') ? 'gzip' : 'identity';
}
