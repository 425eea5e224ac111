import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import type { Cnpj, CnpjRoot } from '../../domain/numbers/cnpj.ts';
import type { AppError } from '../../errors.ts';
import { createSandboxRecords } from '../../registry/sandbox-records.ts';
import type { AuditEntry } from '../audit/entry.ts';
import { createRecordCompanyRead } from '../audit/write/record-company-read.ts';
import type { CompanyRecords } from './ports.ts';
import { createReadCompanies, type Reader } from './read-companies.ts';

const clock = createManualClock();
const withPeople = '34238864000168' as Cnpj;
const reader: Reader = { keyId: 'key_1' as KeyId, mode: 'live', requestId: 'req_1', purpose: 'credit' };
const damaged: CompanyRecords = {
  state: () => ({ kind: 'unavailable', reason: 'a block is damaged' }),
  find: () => ({ kind: 'unavailable', reason: 'a block is damaged' }),
  listPartners: () => ({ kind: 'unavailable', reason: 'a block is damaged' }),
  listEstablishments: () => ({ kind: 'unavailable', reason: 'a block is damaged' }),
  scan: () => ({ kind: 'unavailable', reason: 'a block is damaged' }),
};

function start({ live = createSandboxRecords(clock), isStrict = false, append = async (): Promise<void> => {} } = {}) {
  const entries: AuditEntry[] = [];
  const log = {
    append: (entry: AuditEntry) => {
      entries.push(entry);
      return append();
    },
    note: (entry: AuditEntry) => {
      entries.push(entry);
    },
    isWritable: () => true,
  };
  const companies = createReadCompanies({
    records: { live, test: createSandboxRecords(clock) },
    disclosures: { email: null, phones: null, personal_address: null, minors: null },
    onPeopleShown: createRecordCompanyRead({ log, clock, isStrict }),
    clock,
  });
  return { companies, entries };
}

describe('a read that shows people', () => {
  test('is written down with who read and why', async () => {
    const { companies, entries } = start();
    await companies.find({ cnpj: withPeople, fields: null }, reader);
    await companies.find({ cnpj: withPeople, fields: ['partners'] }, { ...reader, keyId: null });
    expect(entries).toMatchObject([
      { kind: 'company_record', cnpj: withPeople, requestId: 'req_1', keyId: 'key_1', purpose: 'credit' },
      { kind: 'company_record', keyId: 'without_key' },
    ]);
  });

  test('is written down each time, also when the record was read before', async () => {
    const { companies, entries } = start();
    const find = () => companies.find({ cnpj: withPeople, fields: null }, reader);
    const [first, second, third] = [await find(), await find(), await find()];
    expect(second).toEqual(first);
    expect(third).toBe(second);
    expect(entries).toHaveLength(3);
  });

  test('is not written down where nobody is named, nobody is there, or the key is a test key', async () => {
    const { companies, entries } = start();
    await companies.find({ cnpj: withPeople, fields: ['cnpj', 'status'] }, reader);
    await companies.find({ cnpj: '90000009000195' as Cnpj, fields: null }, reader);
    await companies.find({ cnpj: withPeople, fields: null }, { ...reader, mode: 'test' });
    expect(entries).toEqual([]);
  });

  test('is answered though the audit fails, unless the operator is strict', async () => {
    const append = () => Promise.reject(new Error('disk full'));
    const lax = start({ append });
    expect(await lax.companies.find({ cnpj: withPeople, fields: null }, reader)).toMatchObject({ kind: 'found' });
    const strict = start({ append, isStrict: true });
    const read = async () => strict.companies.find({ cnpj: withPeople, fields: null }, reader);
    await expect(read()).rejects.toMatchObject({ code: 'audit_unavailable' });
  });
});

test('records that cannot be read are unavailable, with the reason for the log alone', () => {
  const { companies } = start({ live: damaged });
  const reads = [
    () => companies.find({ cnpj: withPeople, fields: null }, reader),
    () => companies.listEstablishments({ root: '34238864' as CnpjRoot, after: undefined, limit: 10 }, reader),
  ];
  for (const read of reads) {
    try {
      read();
      expect.unreachable();
    } catch (error) {
      const { code, message, detail } = error as AppError;
      expect([code, message]).toEqual(['registry_unavailable', 'a block is damaged']);
      expect(detail).not.toContain('damaged');
    }
  }
});
