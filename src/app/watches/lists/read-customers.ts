// Reads whom a watch has, part by part, as the lists are asked about them.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cnpj } from '../../../domain/numbers/cnpj.ts';
import type { RowSeal } from '../../sealed-rows.ts';
import { findCompanies } from '../intake/list-forms.ts';
import type { SealedList, StoredWatch, WatchStore } from '../ports.ts';
import { findPeople, toScreenedPerson } from '../watched-person.ts';
import type { Customer } from './describe-hits.ts';

export interface ReadCustomersOptions {
  readonly store: Pick<WatchStore, 'findList'>;
  readonly seal: RowSeal;
  /**
   * Finds the company's name, because a list may name a company without its number. Returns null if its name is unknown, and undefined if no source
   * can tell now.
   */
  readonly findCompanyName: (cnpj: Cnpj) => string | null | undefined;
}

/** `onLost`: a part of the list is damaged, and those who stand in it are not there. */
type ReadCustomers = (watch: StoredWatch, onLost: () => void) => AsyncIterable<readonly Customer[]>;

/** A batch of this size takes some milliseconds of work. */
const namesAtOnce = 100;

export function createReadCustomers({ store, seal, findCompanyName }: ReadCustomersOptions): ReadCustomers {
  async function toCompanies(cnpjs: Iterable<Cnpj>): Promise<readonly Customer[]> {
    const companies: Customer[] = [];
    for (const cnpj of cnpjs) {
      const name = findCompanyName(cnpj);
      // Whom a list knows by name alone would be lost for good. The log has the code.
      if (name === undefined) {
        const message = 'The registry cannot say the names of companies now';
        throw Object.assign(new Error(message), { code: 'registry_unavailable' });
      }
      companies.push({ screened: { kind: 'company', cnpj, name }, reference: null });
      // Others are answered meanwhile.
      if (companies.length % namesAtOnce === 0) await nextTurn();
    }
    return companies;
  }

  async function findPart({ id, kind }: StoredWatch, list: SealedList): Promise<readonly Customer[] | undefined> {
    if (kind === 'company') {
      const companies = findCompanies(seal, id, list);
      return companies && toCompanies(companies);
    }
    return findPeople(seal, id, list)?.map((person) => ({
      screened: toScreenedPerson(person),
      reference: person.reference,
    }));
  }

  return async function* (watch, onLost) {
    for (let part = 0; ; part++) {
      const list = await store.findList(watch.id, part);
      if (list === undefined) return;
      const customers = await findPart(watch, list);
      if (customers === undefined) onLost();
      else yield customers;
    }
  };
}
