// From an address to the depot that it names. What the settings hold is plain data, so that a thread can be told.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../app/clock.ts';
import { OperatorError } from '../../errors.ts';
import { openFolderDepot } from './depot.folder.ts';
import { openHttpDepot } from './depot.http.ts';
import { openS3Bucket, openS3Depot, type S3Bucket, type S3Settings } from './depot.s3.ts';
import type { Depot, WritableDepot } from './depot.ts';
import { type RetryTools, withRetries, withWriteRetries } from './with-retries.ts';
import type { S3Keys, WorkloadIdentity } from './workload-keys.ts';

export type DepotSettings =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'http'; readonly url: string }
  | ({ readonly kind: 's3' } & S3Settings);

export interface DepotTools extends Pick<RetryTools, 'random' | 'onRetry' | 'attemptsMax'> {
  readonly clock: Clock;
  readonly connections: number;
  readonly sleep?: RetryTools['sleep'];
}

/** Hearing next to nothing for so long ends an attempt. */
const stallMs = 30_000;

/** `findVariable` looks into the environment, where the credentials of S3 are by custom. */
export function parseDepot(address: string, findVariable: FindVariable): DepotSettings {
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
  const region = findVariable('AWS_REGION') ?? findVariable('AWS_DEFAULT_REGION') ?? 'us-east-1';
  const keys = findKeys(findVariable) ?? findIdentity(findVariable, region);
  if (keys === undefined)
    throw new OperatorError(
      `${address} needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (and AWS_SESSION_TOKEN, AWS_REGION, AWS_ENDPOINT_URL where they are needed). Or give the pod an identity of its own (IRSA, EKS Pod Identity, an ECS task role).`,
    );
  const endpoint = findVariable('AWS_ENDPOINT_URL_S3') ?? findVariable('AWS_ENDPOINT_URL');
  if (endpoint !== undefined) parseHttp(endpoint);
  return { kind: 's3', bucket, prefix: prefix.replace(/^\/+|\/+$/g, ''), region, endpoint, keys };
}

type FindVariable = (name: string) => string | undefined;

function findKeys(findVariable: FindVariable): S3Keys | undefined {
  const accessKeyId = findVariable('AWS_ACCESS_KEY_ID');
  const secretAccessKey = findVariable('AWS_SECRET_ACCESS_KEY');
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const sessionToken = findVariable('AWS_SESSION_TOKEN');
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

/** ECS and EKS run their agents at these hosts. Any other address without TLS could belong to a stranger, who would see the token. */
const agentHosts = ['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]', 'localhost', '[::1]'];

/** Returns the identity from the variables that a cluster sets for a pod with an identity of its own. */
function findIdentity(findVariable: FindVariable, region: string): WorkloadIdentity | undefined {
  const tokenFile = findVariable('AWS_WEB_IDENTITY_TOKEN_FILE');
  if (tokenFile !== undefined) {
    const roleArn = findVariable('AWS_ROLE_ARN');
    if (roleArn === undefined)
      throw new OperatorError('AWS_WEB_IDENTITY_TOKEN_FILE is set and AWS_ROLE_ARN is not: set the role of the pod.');
    const given = findVariable('AWS_ENDPOINT_URL_STS') ?? findVariable('AWS_ENDPOINT_URL');
    const endpoint = given ?? `https://sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
    const sessionName = findVariable('AWS_ROLE_SESSION_NAME') ?? 'confere';
    return { kind: 'token', tokenFile, roleArn, sessionName, endpoint: parseHttp(endpoint).href };
  }
  const path = findVariable('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI');
  const address =
    path === undefined ? findVariable('AWS_CONTAINER_CREDENTIALS_FULL_URI') : `http://169.254.170.2${path}`;
  if (address === undefined) return undefined;
  const url = URL.parse(address);
  const isNear = url !== null && (agentHosts.includes(url.hostname) || /^127(\.\d+){3}$/.test(url.hostname));
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isNear))
    throw new OperatorError(
      "AWS_CONTAINER_CREDENTIALS_FULL_URI must be an https address, or that of the pod's own machine (127.0.0.1, 169.254.170.2, 169.254.170.23, [fd00:ec2::23]).",
    );
  const [file, text] = ['AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', 'AWS_CONTAINER_AUTHORIZATION_TOKEN'].map(
    findVariable,
  );
  const authorization = file === undefined ? text && { text } : { file };
  return { kind: 'agent', url: url.href, authorization: authorization || undefined };
}

export function openDepot(settings: DepotSettings, tools: DepotTools): Depot {
  return settings.kind === 'http'
    ? withRetries(openHttpDepot(new URL(settings.url), { stallMs, ...tools }), toRetryTools(tools))
    : openWritableDepot(settings, tools);
}

/** Opens the bucket without retries, because the caller has its own pause. */
export function openBucket(settings: S3Settings, tools: Pick<DepotTools, 'clock' | 'connections'>): S3Bucket {
  return openS3Bucket(settings, { stallMs, ...tools });
}

export function openWritableDepot(settings: DepotSettings, tools: DepotTools): WritableDepot {
  if (settings.kind === 'http')
    throw new OperatorError(
      'A plain web server cannot be written to: publish into the folder that it serves, or to S3-compatible storage (s3://BUCKET/PREFIX).',
    );
  const depot =
    settings.kind === 'folder' ? openFolderDepot(settings.folder) : openS3Depot(settings, { stallMs, ...tools });
  return withWriteRetries(depot, toRetryTools(tools));
}

function toRetryTools(tools: DepotTools): RetryTools {
  return { sleep: (ms, signal) => sleep(ms, undefined, { signal }), ...tools };
}

function parseHttp(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new OperatorError('The address must be an http or https address of a folder, without ? or #.');
  return url;
}

const known = 'known are a folder, http://, https:// and s3://BUCKET/PREFIX.';

/** Returns the address for display. It hides all but the scheme, because an address may hold a password. */
function toShown(address: string): string {
  return `${address.slice(0, address.indexOf('://'))}://…`;
}
