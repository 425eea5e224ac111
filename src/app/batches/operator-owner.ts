// Batches of operators. One runs under the operator's own id, as a single verification in the console does: with real sources, every
// row in the audit under that id; in the sandbox, under the key that every installation has for it. Operators have no rate and no
// quota; who is disabled or may no longer verify has no batch that goes on.

import type { KeyId, KeyRecord } from '../../domain/access/api-key.ts';
import { noLimits, sandboxKeyId } from '../../domain/access/api-key.ts';
import { mayActAs, type OperatorId, type OperatorRecord } from '../../domain/access/operator.ts';
import type { StoredKey } from '../keys/ports.ts';

const sandboxMark = ':sandbox';

/** Returns the owner of an operator's batch. This owner stands in the place where a program's batch has its key. */
export function toBatchOwner(id: OperatorId, isSandbox: boolean): KeyId {
  return `${id}${isSandbox ? sandboxMark : ''}` as KeyId;
}

export function isOperatorOwner(owner: string): boolean {
  return owner.startsWith('opr_');
}

export function isSandboxOwner(owner: string): boolean {
  return owner.endsWith(sandboxMark);
}

/** Returns the operator or the key that a batch belongs to, under the id that has a name. */
export function toOwnerId(owner: string): string {
  return isSandboxOwner(owner) ? owner.slice(0, -sandboxMark.length) : owner;
}

/** Returns the rights of this owner's batches, in the form of a key's limits. */
export function toOwnerKey(owner: string, operators: readonly OperatorRecord[]): StoredKey | undefined {
  const isSandbox = isSandboxOwner(owner);
  const operator = operators.find((each) => each.id === toOwnerId(owner));
  if (operator === undefined) return undefined;
  const mayVerify = operator.disabledAtMs === null && mayActAs(operator.role, 'analyst');
  return { record: toOwnerRecord(operator, isSandbox, mayVerify), replacedUntilMs: [] };
}

function toOwnerRecord(operator: OperatorRecord, isSandbox: boolean, mayVerify: boolean): KeyRecord {
  return {
    ...noLimits,
    id: isSandbox ? sandboxKeyId : (operator.id as string as KeyId),
    name: operator.name,
    mode: isSandbox ? 'test' : 'live',
    scopes: ['verify:cpf', 'verify:cnpj', 'verify:batch', 'screen'],
    rate: null,
    createdAtMs: operator.createdAtMs,
    expiresAtMs: null,
    revokedAtMs: mayVerify ? null : (operator.disabledAtMs ?? operator.createdAtMs),
  };
}
