// The people and companies that the sandbox promises. A number outside of them is answered as well, with somebody who was made up.

import { signal } from '@preact/signals';
import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { call } from '../api/client.ts';

/** The value is undefined until the page fetches the list, which happens once. */
export const sandbox = signal<ConsoleAnswer<'GET sandbox'> | undefined>(undefined);

export function fetchSandbox(): void {
  if (sandbox.value !== undefined) return;
  void call('GET sandbox').then(
    (list) => {
      sandbox.value = list;
    },
    () => {},
  );
}

/** Returns false only if the number is known not to be one of the sandbox. */
export function isPromised(number: string): boolean {
  const list = sandbox.value;
  if (list === undefined) return true;
  return list.people.some(({ cpf }) => cpf === number) || list.companies.some(({ cnpj }) => cnpj === number);
}
