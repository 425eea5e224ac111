// Requests that are signed by a secret that both sides have. What is signed, and where the signature stands, the description says.

import { type BinaryToTextEncoding, createHash, createHmac, randomUUID } from 'node:crypto';
import type { Clock } from '../../../app/clock.ts';
import type { SignatureDate } from '../../schema/credentials/auth.ts';
import type { OutgoingRequest } from '../request.ts';
import type { PlaceholderValues, Template } from '../template.ts';

/** A signature may cover these names. */
export const signedNames = ['method', 'host', 'path', 'query', 'date', 'body', 'body_hash', 'key_id', 'uuid'] as const;
/** The headers may hold these names. The body is excluded, because it may be long and contain personal data. */
export const signatureNames = [...signedNames.filter((name) => name !== 'body'), 'signature'] as const;

/** The secret is already resolved. Confere never prints or logs it. */
export interface HmacOptions {
  readonly algorithm: 'sha256' | 'sha512';
  readonly encoding: BinaryToTextEncoding;
  readonly bodyHashEncoding: BinaryToTextEncoding;
  readonly date: SignatureDate;
  readonly secret: string;
  readonly keyId: string | null;
  readonly host: string;
  /** The templates were made of this text, which changes with the signed content. */
  readonly written: unknown;
  /** The text over which the signature goes. */
  readonly text: Template;
  readonly headers: readonly (readonly [name: string, value: Template])[];
}

/** The headers that sign one request. */
export function toSignature(options: HmacOptions, request: OutgoingRequest, clock: Clock): Record<string, string> {
  const { algorithm, encoding, secret } = options;
  const body = Buffer.from(request.body ?? '');
  const [path = '', ...rest] = request.path.split('?');
  const values: PlaceholderValues = {
    method: request.method,
    host: options.host,
    path,
    query: rest.join('?'),
    date: dateForms[options.date](clock.nowMs()),
    // A character for each byte, whatever the charset of the body is.
    body: body.toString('latin1'),
    body_hash: createHash(algorithm).update(body).digest(options.bodyHashEncoding),
    key_id: options.keyId,
    uuid: randomUUID(),
  };
  const text = options.text.render(values) ?? '';
  const signature = createHmac(algorithm, secret).update(text, 'latin1').digest(encoding);
  const headers = options.headers.map(
    ([name, value]) => [name.toLowerCase(), value.render({ ...values, signature }) ?? ''] as const,
  );
  return Object.fromEntries(headers);
}

const dateForms: Readonly<Record<SignatureDate, (nowMs: number) => string>> = {
  http: (nowMs) => new Date(nowMs).toUTCString(),
  iso: (nowMs) => new Date(nowMs).toISOString(),
  epoch_seconds: (nowMs) => String(Math.floor(nowMs / 1000)),
  epoch_milliseconds: (nowMs) => String(Math.floor(nowMs)),
};
