// A passkey as it is kept: its name and its public key are sealed, bound to whose it is and to the credential of the authenticator.

import { toPasskeyPlace } from '../../kept/operators.ts';
import type { Seal } from '../../seal.ts';
import type { StoredPasskey } from './ports.ts';

export interface ShownPasskey {
  readonly id: string;
  /** The operator gave the passkey this name. */
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

interface SealedPart {
  readonly name: string;
  readonly publicKey: Uint8Array;
}

type RowIds = Readonly<Record<'id' | 'operatorId' | 'credentialId', string>>;

const nameLengthMax = 40;
const withoutName = 'Passkey';

export function closePasskey({ name, publicKey }: SealedPart, ids: RowIds, seal: Seal): Uint8Array {
  return seal.close(JSON.stringify([name, Buffer.from(publicKey).toString('base64url')]), toPasskeyPlace(ids));
}

export function openPasskey(row: StoredPasskey, seal: Seal): SealedPart {
  const [name, publicKey] = JSON.parse(seal.open(row.sealed, toPasskeyPlace(row)));
  return { name, publicKey: Buffer.from(publicKey, 'base64url') };
}

export function toShown(row: StoredPasskey, seal: Seal): ShownPasskey {
  const { id, createdAtMs, lastUsedAtMs } = row;
  return { id, name: openPasskey(row, seal).name, createdAtMs, lastUsedAtMs };
}

/** It is printed on terminals: nothing in it moves the cursor or turns the text around. */
export function toPasskeyName(typed: string): string {
  const plain = typed
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, ' ')
    .trim();
  return [...plain].slice(0, nameLengthMax).join('').trim() || withoutName;
}
