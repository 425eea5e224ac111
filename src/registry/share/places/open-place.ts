// From an address to the place that it names. What the settings hold is plain data, so that a thread can be told.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../app/ports.ts';
import { OperatorError } from '../../../errors.ts';
import { openFolderPlace } from './place.folder.ts';
import { openHttpPlace } from './place.http.ts';
import { openS3Bucket, openS3Place, type S3Bucket, type S3Settings } from './place.s3.ts';
import type { SharedPlace, WritablePlace } from './place.ts';
import { type RetryTools, withRetries, withWriteRetries } from './with-retries.ts';

export type PlaceSettings =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'http'; readonly url: string }
  | ({ readonly kind: 's3' } & S3Settings);

export interface PlaceTools extends Pick<RetryTools, 'random' | 'onRetry' | 'attemptsMax'> {
  readonly clock: Clock;
  readonly connections: number;
  readonly sleep?: RetryTools['sleep'];
}

/** Hearing next to nothing for so long ends an attempt. */
const stallMs = 30_000;

/** `findVariable` looks into the environment, where the credentials of S3 are by custom. */
export function parsePlace(address: string, findVariable: (name: string) => string | undefined): PlaceSettings {
  if (/^https?:\/\//i.test(address)) return { kind: 'http', url: parseHttp(address).href };
  if (!/^s3:\/\//i.test(address)) {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) throw new OperatorError(`${toShown(address)}: ${known}`);
    return { kind: 'folder', folder: address };
  }
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]*)(?:\/(.*))?$/i.exec(address) ?? [];
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || !/^[\w.=/-]*$/.test(prefix) || prefix.includes('..'))
    throw new OperatorError(
      'The address must be s3://BUCKET or s3://BUCKET/PREFIX, the prefix of letters, digits and - _ . = / only.',
    );
  const keys = findKeys(findVariable);
  if (keys === undefined)
    throw new OperatorError(
      `${address} needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (and AWS_SESSION_TOKEN, AWS_REGION, AWS_ENDPOINT_URL where they are needed), or give the pod an identity of its own (IRSA, EKS Pod Identity, an ECS task role).`,
    );
  const endpoint = findVariable('AWS_ENDPOINT_URL_S3') ?? findVariable('AWS_ENDPOINT_URL');
  if (endpoint !== undefined) parseHttp(endpoint);
  return {
    kind: 's3',
    bucket,
    prefix: prefix.replace(/^\/+|\/+$/g, ''),
    region: findVariable('AWS_REGION') ?? findVariable('AWS_DEFAULT_REGION') ?? 'us-east-1',
    endpoint,
    keys,
  };
}

/** What a cluster sets for a pod that has an identity of its own. */
const workloadVariables = [
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AWS_CONTAINER_CREDENTIALS_FULL_URI',
  'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
];

function findKeys(findVariable: (name: string) => string | undefined): S3Settings['keys'] | undefined {
  const accessKeyId = findVariable('AWS_ACCESS_KEY_ID');
  const secretAccessKey = findVariable('AWS_SECRET_ACCESS_KEY');
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return workloadVariables.some((name) => findVariable(name) !== undefined) ? 'workload' : undefined;
  const sessionToken = findVariable('AWS_SESSION_TOKEN');
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

export function openPlace(settings: PlaceSettings, tools: PlaceTools): SharedPlace {
  return settings.kind === 'http'
    ? withRetries(openHttpPlace(new URL(settings.url), { stallMs, ...tools }), toRetryTools(tools))
    : openWritablePlace(settings, tools);
}

/** Without retries: whoever asks has a pause of their own. */
export function openBucket(settings: S3Settings, tools: Pick<PlaceTools, 'clock' | 'connections'>): S3Bucket {
  return openS3Bucket(settings, { stallMs, ...tools });
}

export function openWritablePlace(settings: PlaceSettings, tools: PlaceTools): WritablePlace {
  if (settings.kind === 'http')
    throw new OperatorError(
      'A plain web server cannot be written to: publish into the folder that it serves, or to S3-compatible storage (s3://BUCKET/PREFIX).',
    );
  const place =
    settings.kind === 'folder' ? openFolderPlace(settings.folder) : openS3Place(settings, { stallMs, ...tools });
  return withWriteRetries(place, toRetryTools(tools));
}

function toRetryTools(tools: PlaceTools): RetryTools {
  return { sleep: (ms, signal) => sleep(ms, undefined, { signal }), ...tools };
}

function parseHttp(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new OperatorError('The address must be an http or https address of a folder, without ? or #.');
  return url;
}

const known = 'known are a folder, http://, https:// and s3://BUCKET/PREFIX.';

/** Whatever was meant by it, an address may hold a password. */
function toShown(address: string): string {
  return `${address.slice(0, address.indexOf('://'))}://…`;
}
