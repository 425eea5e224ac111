// Anchors in S3-compatible storage with object lock: nobody can change or remove an object before its time, its writer included. What
// can be done is to write another version over it, or a mark that it is deleted; so all versions are read, and marks count for nothing.

import { hash } from 'node:crypto';
import { type AnchorDestination, AnchorFault } from '../../../app/audit/anchors/anchor-destination.ts';
import { isAnchorName, type KeptAnchor, toAnchorName } from '../../../app/audit/anchors/anchor-document.ts';

/** One exchange with a bucket, signed. */
export interface Bucket {
  readonly address: string;
  /** All names in the bucket begin with this prefix. It ends with a slash or is empty. */
  readonly prefix: string;
  /** Sends a request for an object, named without that prefix, or for the bucket itself if there is no name. */
  send(request: BucketRequest): Promise<BucketAnswer>;
  /** Describes an unexpected status. */
  toReason(answer: BucketAnswer, name: string): string;
  close(): Promise<void>;
}

export interface BucketRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT';
  readonly name?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
}

export interface BucketAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

export interface ObjectLock {
  readonly mode: 'COMPLIANCE' | 'GOVERNANCE';
  readonly retainMs: number;
}

interface Version {
  readonly name: string;
  readonly versionId: string;
}

const answerBytesMax = 64 << 10;
const pageBytesMax = 4 << 20;
const documentBytesMax = 16 << 20;
const readAtOnce = 8;

export function openS3Anchors(
  name: string,
  bucket: Bucket,
  { mode, retainMs }: ObjectLock,
): AnchorDestination & Required<Pick<AnchorDestination, 'read'>> {
  async function expect(answer: BucketAnswer, what: string): Promise<BucketAnswer> {
    if (answer.status === 200) return answer;
    throw new AnchorFault(bucket.toReason(answer, what));
  }

  /** All versions of all objects whose names begin so, hidden ones too. */
  async function* list(start: string, signal: AbortSignal): AsyncGenerator<readonly Version[]> {
    let marker = '';
    for (;;) {
      const query = `${marker}prefix=${encodeURIComponent(`${bucket.prefix}${start}`)}&versions=`;
      const answer = await bucket.send({ method: 'GET', query, bytesMax: pageBytesMax, signal });
      const text = (await expect(answer, 'the list of versions')).body.toString('utf8');
      const [, ...versions] = text.split('<Version>');
      yield versions.flatMap((entry) => {
        const key = findTag(entry, 'Key');
        if (!key.startsWith(bucket.prefix)) return [];
        return [{ name: key.slice(bucket.prefix.length), versionId: findTag(entry, 'VersionId') }];
      });
      if (findTag(text, 'IsTruncated') !== 'true') return;
      const [key, version] = ['NextKeyMarker', 'NextVersionIdMarker'].map((tag) =>
        encodeURIComponent(findTag(text, tag)),
      );
      marker = `key-marker=${key}&version-id-marker=${version}&`;
    }
  }

  async function get({ name: object, versionId }: Version, signal: AbortSignal): Promise<KeptAnchor> {
    const query = versionId === '' ? {} : { query: `versionId=${encodeURIComponent(versionId)}` };
    const answer = await bucket.send({ method: 'GET', name: object, ...query, bytesMax: documentBytesMax, signal });
    const { body } = await expect(answer, object);
    return {
      where: `${bucket.address}/${object}${versionId === '' ? '' : `?versionId=${versionId}`}`,
      text: body.toString('utf8'),
    };
  }

  return {
    name,
    address: bucket.address,
    async put(text, madeAtMs, signal) {
      const object = toAnchorName(text, madeAtMs);
      const body = Buffer.from(text);
      const headers = {
        'content-type': 'application/json',
        // Object lock is refused without one of the checksums.
        'content-md5': hash('md5', body, 'base64'),
        'x-amz-object-lock-mode': mode,
        'x-amz-object-lock-retain-until-date': new Date(madeAtMs + retainMs).toISOString(),
      };
      await expect(
        await bucket.send({ method: 'PUT', name: object, headers, body, bytesMax: answerBytesMax, signal }),
        object,
      );
      const seen = await bucket.send({ method: 'HEAD', name: object, bytesMax: answerBytesMax, signal });
      if (seen.status === 200 && seen.headers['x-amz-object-lock-mode'] === mode) return;
      throw new AnchorFault(
        'the object shows no lock: use a bucket with object lock, and credentials with s3:GetObject and s3:GetObjectRetention',
      );
    },
    async *read(day, signal) {
      for await (const versions of list(day ?? '', signal)) {
        const wanted = versions.filter((version) => isAnchorName(version.name));
        for (let from = 0; from < wanted.length; from += readAtOnce)
          yield* await Promise.all(wanted.slice(from, from + readAtOnce).map((version) => get(version, signal)));
      }
    },
    close: bucket.close,
  };
}

function findTag(xml: string, tag: string): string {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '';
  return text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"');
}
