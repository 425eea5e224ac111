// The records that the sandbox answers, as the text that goes over the wire: for a server that does nothing but send them.

import { systemClock } from '../../src/clock.ts';
import { type Cnpj, completeCnpj } from '../../src/domain/cnpj.ts';
import { toRecordDocument } from '../../src/domain/record-document.ts';
import { withPrivacy } from '../../src/domain/record-privacy.ts';
import { createSandboxRecords } from '../../src/registry/sandbox-records.ts';

const nothingShown = { email: null, phones: null, personal_address: null, minors: null };
const records = createSandboxRecords(systemClock);

/** Numbers that are there. */
export async function toSandboxNumbers(count: number): Promise<readonly Cnpj[]> {
  const numbers: Cnpj[] = [];
  for (let root = 12_345; numbers.length < count; root += 7_919) {
    const cnpj = completeCnpj(`${String(root % 100_000_000).padStart(8, '0')}0001`);
    if ((await records.find(cnpj)).kind === 'found') numbers.push(cnpj);
  }
  return numbers;
}

export async function toSandboxBodies(): Promise<(cnpj: string) => string> {
  const bodies = new Map<string, string>();
  for (const cnpj of await toSandboxNumbers(5_000)) {
    const read = await records.find(cnpj);
    if (read.kind !== 'found') continue;
    bodies.set(cnpj, JSON.stringify(toRecordDocument(withPrivacy(read.record, nothingShown), read.dataAsOf)));
  }
  return (cnpj) => bodies.get(cnpj) ?? '';
}
