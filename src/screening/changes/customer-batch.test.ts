import fc from 'fast-check';
import { expect, test } from 'vitest';
import { customer } from '../../../test/support/lists/screened-names.ts';
import { decodeCustomers, encodeCustomers } from './customer-batch.ts';

test('customers come out of their text as they went in, but for line ends in a name', () => {
  fc.assert(
    fc.property(fc.array(customer), (customers) => {
      const expected = customers.map((one) => ({ ...one, name: one.name?.replaceAll(/[\t\n]/g, ' ') ?? null }));
      expect([...decodeCustomers(encodeCustomers(customers))]).toMatchObject(expected);
    }),
    { seed: 20261118, numRuns: 100 },
  );
});
