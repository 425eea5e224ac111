// Who published a snapshot: an Ed25519 signature over what `latest.json` says of it, which holds the hash of everything else.

import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DatasetName } from '../../app/datasets/dataset-name.ts';
import { OperatorError } from '../../errors.ts';
import type { SharedSnapshot } from './contents.ts';

type Described = Omit<SharedSnapshot, 'signature'>;

const pemForm = /-----BEGIN [A-Z ]+-----(?:(?!-----)[\s\S])+-----END [A-Z ]+-----/g;
const makeOne = 'Make one: openssl genpkey -algorithm ed25519 -out publisher.pem';
const takeItsPublicHalf = 'Take it from the private one: openssl pkey -in publisher.pem -pubout -out publisher.pub.pem';

/** The private key of `publish --sign`. */
export function readSigningKey(path: string): KeyObject {
  const [pem, ...more] = readPem(path);
  const key = pem === undefined || more.length > 0 ? undefined : findKey(() => createPrivateKey(pem));
  if (key === undefined) throw new OperatorError(`${path} holds no Ed25519 private key in PEM form. ${makeOne}`);
  return key;
}

/** The public keys that the setting `publisher_key` of a dataset names: several while one takes the place of another. */
export function readPublisherKeys({ name }: DatasetName, path: string): readonly KeyObject[] {
  const keys = readPem(path).map((pem) =>
    pem.includes('PRIVATE') ? undefined : findKey(() => createPublicKey({ key: pem, format: 'pem' })),
  );
  const good = keys.filter((key) => key !== undefined);
  if (good.length === 0 || good.length < keys.length)
    throw new OperatorError(
      `${path}, which ${name}.publisher_key names, must hold Ed25519 public keys in PEM form and nothing else. ${takeItsPublicHalf}`,
    );
  return good;
}

export function signSnapshot(dataset: DatasetName, snapshot: Described, key: KeyObject): string {
  return sign(null, toSignedBytes(dataset, snapshot), key).toString('base64');
}

export function isSignedBy(
  dataset: DatasetName,
  { signature, ...snapshot }: SharedSnapshot,
  keys: readonly KeyObject[],
): boolean {
  if (signature === undefined) return false;
  const bytes = Buffer.from(signature, 'base64');
  return keys.some((key) => verify(null, toSignedBytes(dataset, snapshot), key, bytes));
}

function toSignedBytes({ name }: DatasetName, described: Described): Buffer {
  const { id, data_as_of, imported_at, bytes, contents_sha256 } = described;
  return Buffer.from([`confere-${name}-share`, id, data_as_of, imported_at, bytes, contents_sha256].join('\n'));
}

function readPem(path: string): readonly string[] {
  try {
    return readFileSync(path, 'latin1').match(pemForm) ?? [];
  } catch (error) {
    throw new OperatorError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function findKey(make: () => KeyObject): KeyObject | undefined {
  try {
    const key = make();
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
