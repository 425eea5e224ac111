// The keys of a pod that has an identity of its own, as its cluster gives them and renews them: for the token of a service account
// (IRSA), or from the agent beside the container (EKS Pod Identity, ECS). What either answers is never repeated in a message.

import { readFile } from 'node:fs/promises';
import type { Clock } from '../../app/clock.ts';
import { DepotFault } from './depot.ts';
import { createObjectServer, type ObjectAnswer, type ObjectRequest } from './http-objects.ts';

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Plain data, as all settings of a depot: which of the two, and where it is. */
export type WorkloadIdentity =
  | {
      readonly kind: 'token';
      readonly tokenFile: string;
      readonly roleArn: string;
      readonly sessionName: string;
      /** `endpoint` is the address of the service that takes the token. */
      readonly endpoint: string;
    }
  | {
      readonly kind: 'agent';
      readonly url: string;
      /** The agent checks this authorization: a file that is renewed, or its content. */
      readonly authorization: { readonly file: string } | { readonly text: string } | undefined;
    };

interface LimitedKeys extends S3Keys {
  readonly endsAtMs: number;
}

/** The service renews keys this long before they expire. */
const aheadMs = 5 * 60_000;
const stallMs = 5_000;
const answerBytesMax = 256 << 10;

/** Returns keys. Concurrent callers wait for the same answer, and keys that are still valid are used if no source gives new ones. */
export function openWorkloadKeys(identity: WorkloadIdentity, clock: Clock): () => Promise<S3Keys> {
  let held: LimitedKeys | undefined;
  let asked: Promise<LimitedKeys> | undefined;
  return async () => {
    if (held !== undefined && clock.nowMs() < held.endsAtMs - aheadMs) return toKeys(held);
    asked ??= askFor(identity, clock).finally(() => {
      asked = undefined;
    });
    try {
      held = await asked;
    } catch (error) {
      if (held === undefined || clock.nowMs() >= held.endsAtMs) throw error;
    }
    return toKeys(held);
  };
}

async function askFor(identity: WorkloadIdentity, clock: Clock): Promise<LimitedKeys> {
  const answer = identity.kind === 'token' ? await exchangeToken(identity, clock) : await askAgent(identity, clock);
  if (answer.status !== 200) {
    const code = /<Code>([A-Za-z]{1,64})<\/Code>/.exec(answer.body.toString('utf8'))?.[1];
    throw toCredentialsFault(code ?? `it answered ${answer.status}`, answer.status >= 500 || answer.status === 429);
  }
  const text = answer.body.toString('utf8');
  const keys = identity.kind === 'token' ? readXml(text) : readJson(text);
  if (keys === undefined) throw toCredentialsFault('what it answered holds none', false);
  return keys;
}

type Identity<Kind> = Extract<WorkloadIdentity, { kind: Kind }>;

async function exchangeToken(identity: Identity<'token'>, clock: Clock): Promise<ObjectAnswer> {
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: identity.roleArn,
    RoleSessionName: identity.sessionName,
    WebIdentityToken: await readToken(identity.tokenFile),
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/xml' };
  return sendForKeys(identity.endpoint, clock, { method: 'POST', headers, body: Buffer.from(body.toString()) });
}

async function askAgent({ url, authorization }: Identity<'agent'>, clock: Clock): Promise<ObjectAnswer> {
  const token = authorization && ('file' in authorization ? await readToken(authorization.file) : authorization.text);
  return sendForKeys(url, clock, { method: 'GET', headers: token === undefined ? {} : { authorization: token } });
}

async function sendForKeys(
  address: string,
  clock: Clock,
  request: Pick<ObjectRequest, 'method' | 'headers' | 'body'>,
): Promise<ObjectAnswer> {
  const { origin, pathname, search } = new URL(address);
  const server = createObjectServer({ origin, connections: 1, stallMs, clock });
  try {
    const signal = new AbortController().signal;
    return await server.send({ ...request, path: `${pathname}${search}`, bytesMax: answerBytesMax, signal });
  } catch (error) {
    throw error instanceof DepotFault ? toCredentialsFault(error.message, error.mayPass) : error;
  } finally {
    await server.close();
  }
}

async function readToken(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw toCredentialsFault(`its token file cannot be read: ${(error as NodeJS.ErrnoException).code}`, false);
  }
}

function readXml(text: string): LimitedKeys | undefined {
  const find = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1];
  return toLimited(find('AccessKeyId'), find('SecretAccessKey'), find('SessionToken'), find('Expiration'));
}

function readJson(text: string): LimitedKeys | undefined {
  try {
    const { AccessKeyId, SecretAccessKey, Token, Expiration } = JSON.parse(text);
    return toLimited(AccessKeyId, SecretAccessKey, Token, Expiration);
  } catch {
    return undefined;
  }
}

function toLimited(...fields: readonly unknown[]): LimitedKeys | undefined {
  const [accessKeyId, secretAccessKey, sessionToken, expiration] = fields;
  const endsAtMs = typeof expiration === 'string' ? Date.parse(expiration) : Number.NaN;
  if (typeof accessKeyId !== 'string' || typeof secretAccessKey !== 'string' || typeof sessionToken !== 'string')
    return undefined;
  return Number.isNaN(endsAtMs) ? undefined : { accessKeyId, secretAccessKey, sessionToken, endsAtMs };
}

function toKeys({ endsAtMs: _, ...keys }: LimitedKeys): S3Keys {
  return keys;
}

function toCredentialsFault(reason: string, mayPass: boolean): DepotFault {
  return new DepotFault(`the cluster gives this pod no credentials (${reason})`, { mayPass });
}
