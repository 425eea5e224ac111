// S3-compatible storage as a depot: AWS, MinIO, Ceph, R2 and their like. Four calls (GET, HEAD, PUT, DELETE) on objects of a
// few megabytes, and no upload in parts that somebody would have to clear away. Listing is for finding what was given up, and nothing else.

import { hash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { DepotFault, type StoredObject, type WritableDepot } from './depot.ts';
import { createObjectServer, type ObjectAnswer, type ObjectRequest, type ObjectServerOptions } from './http-objects.ts';
import { openWorkloadKeys, type S3Keys, type WorkloadIdentity } from './workload-keys.ts';

export interface S3Settings {
  readonly bucket: string;
  /** The prefix has no slash at either end and may be empty. */
  readonly prefix: string;
  readonly region: string;
  /** The value is undefined for AWS itself. If there is an endpoint, the bucket is the first part of the path. */
  readonly endpoint: string | undefined;
  readonly keys: S3Keys | WorkloadIdentity;
}

/** The bytes of an error's XML, from which only the code is taken. */
const errorBytesMax = 64 << 10;
/** A page has a thousand names at most. */
const pageBytesMax = 4 << 20;
const pagesMax = 1_000;
const emptyHash = hash('sha256', '', 'hex');

/** A bucket, or a part of one, offers the operations that these credentials allow. */
export interface S3Bucket {
  readonly address: string;
  /** The names of all objects in it begin with this prefix, which ends with a slash or is empty. */
  readonly prefix: string;
  /** Sends a request about the object of this name, or about the bucket if there is no name. */
  send(request: S3Request): Promise<ObjectAnswer>;
  toFault(answer: ObjectAnswer, name: string): DepotFault;
  close(): Promise<void>;
}

export interface S3Request extends Pick<ObjectRequest, 'method' | 'headers' | 'body' | 'bytesMax' | 'signal'> {
  readonly name?: string;
  readonly query?: string;
}

export function openS3Bucket(settings: S3Settings, options: Omit<ObjectServerOptions, 'origin'>): S3Bucket {
  const { bucket, prefix, endpoint, region } = settings;
  const base = new URL(endpoint ?? `https://${bucket}.s3.${region}.amazonaws.com`);
  const root = [base.pathname.replace(/(?<!\/)\/+$/, ''), ...(endpoint === undefined ? [] : [bucket])].join('/');
  const server = createObjectServer({ ...options, origin: base.origin });
  const { keys } = settings;
  const findKeys = 'kind' in keys ? openWorkloadKeys(keys, options.clock) : async () => keys;
  const toPath = (name: string): string => [root, ...(prefix === '' ? [] : [prefix]), name].join('/');
  return {
    address: `s3://${[bucket, ...(prefix === '' ? [] : [prefix])].join('/')}`,
    prefix: prefix === '' ? '' : `${prefix}/`,
    async send({ name, query, headers, ...rest }) {
      const path = `${name === undefined ? root || '/' : toPath(name)}${query === undefined ? '' : `?${query}`}`;
      const contentHash = rest.body === undefined ? emptyHash : hash('sha256', rest.body, 'hex');
      const signed = await new AwsV4Signer({
        method: rest.method,
        url: `${base.origin}${path}`,
        headers: { ...headers, 'x-amz-content-sha256': contentHash },
        service: 's3',
        region,
        ...(await findKeys()),
        datetime: toDatetime(options.clock.nowMs()),
      }).sign();
      return server.send({ ...rest, path, headers: Object.fromEntries(signed.headers) });
    },
    toFault(answer, name) {
      const code = /<Code>([A-Za-z]{1,64})<\/Code>/.exec(answer.body.toString('utf8'))?.[1];
      const fault = server.toFault(answer, name);
      return code === undefined ? fault : new DepotFault(`${fault.message} (${code})`, fault);
    },
    close: server.close,
  };
}

export function openS3Depot(settings: S3Settings, options: Omit<ObjectServerOptions, 'origin'>): WritableDepot {
  const { address, prefix, toFault, close, ...bucket } = openS3Bucket(settings, options);
  const send = (method: ObjectRequest['method'], name: string, rest: Omit<S3Request, 'method' | 'name'>) =>
    bucket.send({ method, name, ...rest });

  return {
    address,
    async read(name, bytesMax, signal) {
      const answer = await send('GET', name, { bytesMax: Math.max(bytesMax, errorBytesMax), signal });
      if (answer.status === 404 && !/<Code>NoSuchBucket</.test(answer.body.toString('utf8'))) return undefined;
      if (answer.status !== 200) throw toFault(answer, name);
      if (answer.body.length > bytesMax) throw new DepotFault(`${name} is absurdly large`, { mayPass: false });
      return answer.body;
    },
    async has(name, bytes, signal) {
      const answer = await send('HEAD', name, { bytesMax: errorBytesMax, signal });
      if (answer.status === 200) return Number(answer.headers['content-length']) === bytes;
      if (answer.status === 404) return false;
      throw toFault(answer, name);
    },
    async write(name, body, signal) {
      const answer = await send('PUT', name, { body, bytesMax: errorBytesMax, signal });
      if (answer.status !== 200) throw toFault(answer, name);
    },
    async list(start, signal) {
      const found: StoredObject[] = [];
      let token = '';
      for (let page = 0; page < pagesMax; page++) {
        // In the order of the alphabet, as the signature wants it.
        const query = [
          ...(token === '' ? [] : [`continuation-token=${encodeURIComponent(token)}`]),
          'list-type=2',
          `prefix=${encodeURIComponent(`${prefix}${start}`)}`,
        ].join('&');
        const answer = await bucket.send({ method: 'GET', query, bytesMax: pageBytesMax, signal });
        if (answer.status !== 200) throw toFault(answer, start);
        const text = answer.body.toString('utf8');
        for (const entry of text.split('<Contents>').slice(1)) {
          const key = /<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? '';
          const changedAtMs = Date.parse(/<LastModified>([^<]*)<\/LastModified>/.exec(entry)?.[1] ?? '');
          if (key.startsWith(prefix) && !Number.isNaN(changedAtMs))
            found.push({ name: key.slice(prefix.length), changedAtMs });
        }
        token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(text)?.[1] ?? '';
        if (token === '') break;
      }
      return found;
    },
    async remove(name, signal) {
      const answer = await send('DELETE', name, { bytesMax: errorBytesMax, signal });
      if (answer.status !== 204 && answer.status !== 200 && answer.status !== 404) throw toFault(answer, name);
    },
    close,
  };
}

/** `20261115T231320Z` */
function toDatetime(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[:-]|\.\d{3}/g, '');
}
