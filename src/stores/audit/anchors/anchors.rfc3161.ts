// Anchors with a time stamp: an authority outside signs their hash and the time, and what it answered is kept with them. Whoever has every
// secret of this machine can delete them where they are kept, and can make none of an earlier time.

import { readFileSync } from 'node:fs';
import type { Certificate } from 'pkijs';
import { request } from 'undici';
import { type AnchorDestination, AnchorFault } from '../../../app/audit/anchors/anchor-destination.ts';
import { checkTimeStamp, createTimeStampRequest, parseCertificates, readTimeStampAnswer } from './time-stamp.ts';

interface StampedAnchorsOptions {
  readonly url: string;
  /** A PEM file: who vouches for the authority. */
  readonly ca: string;
  readonly keep: AnchorDestination & Required<Pick<AnchorDestination, 'read'>>;
}

const answerBytesMax = 256 << 10;

export function openStampedAnchors(name: string, { url, ca, keep }: StampedAnchorsOptions): AnchorDestination {
  const { origin } = new URL(url);
  let trusted: readonly Certificate[] | undefined;
  const findTrusted = () => (trusted ??= readTrusted(ca));

  return {
    name,
    address: `${origin}, kept in ${keep.address}`,
    async put(text, madeAtMs, signal) {
      const asked = createTimeStampRequest(text);
      const token = readTimeStampAnswer(await askForStamp(url, asked.body, signal));
      const { nonce } = await checkTimeStamp(token, text, findTrusted());
      if (nonce !== asked.nonce) throw new AnchorFault('the time stamp is the answer to another question');
      const kept = `${JSON.stringify({ stamped: text, token: token.toString('base64') })}\n`;
      await keep.put(kept, madeAtMs, signal);
    },
    async *read(day, signal) {
      for await (const { where, text } of keep.read(day, signal)) {
        const { stamped, token } = parseKept(text, where);
        try {
          const { atMs } = await checkTimeStamp(Buffer.from(token, 'base64'), stamped, findTrusted());
          yield { where, text: stamped, provenAtMs: atMs };
        } catch (error) {
          throw error instanceof AnchorFault ? new AnchorFault(`${where}: ${error.message}`) : error;
        }
      }
    },
    close: () => keep.close(),
  };
}

async function askForStamp(url: string, body: Buffer, signal: AbortSignal): Promise<Buffer> {
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body,
      signal,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > answerBytesMax) throw new AnchorFault('it sends more bytes than it should');
      chunks.push(chunk);
    }
    if (answer.statusCode !== 200) throw new AnchorFault(`it answered ${answer.statusCode}`);
    return Buffer.concat(chunks);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AnchorFault) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new AnchorFault(`it cannot be reached${code === undefined ? '' : ` (${code})`}`);
  }
}

function readTrusted(file: string): readonly Certificate[] {
  let found: readonly Certificate[];
  try {
    found = parseCertificates(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new AnchorFault(`${file} cannot be read${code === undefined ? '' : ` (${code})`}`);
  }
  if (found.length === 0) throw new AnchorFault(`${file} holds no certificate`);
  return found;
}

function parseKept(text: string, where: string): { readonly stamped: string; readonly token: string } {
  try {
    const { stamped, token } = JSON.parse(text) as { stamped?: unknown; token?: unknown };
    if (typeof stamped === 'string' && typeof token === 'string') return { stamped, token };
  } catch {
    // Told below.
  }
  throw new AnchorFault(`${where} holds no time stamp`);
}
