// Customers on their way into a thread, as one text: a hundred thousand objects would take longer to copy than to compare.

import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import type { Screened, ScreenedPerson } from '../../domain/screening/screened.ts';

const [fieldEnd, customerEnd] = ['\t', '\n'];
/** Before each value that is there, so that an empty one is not taken for none. */
const mark = '=';

export function encodeCustomers(customers: readonly Screened[]): string {
  let text = '';
  for (const customer of customers) {
    text +=
      customer.kind === 'company'
        ? `c\t${encode(customer.cnpj)}\t${encodeName(customer.name)}\n`
        : `p\t${encode(customer.cpf)}\t${encodeName(customer.name)}\t${encode(customer.birthDate)}\t${encodeIdentity(customer)}\t${encode(customer.maskedCpf ?? null)}\n`;
  }
  return text;
}

export function* decodeCustomers(text: string): Generator<Screened> {
  let at = 0;
  const take = (end: string): string | null => {
    const start = at;
    at = text.indexOf(end, start) + 1;
    return text.charAt(start) === mark ? text.slice(start + 1, at - 1) : null;
  };
  while (at < text.length) {
    const isCompany = text.charAt(at) === 'c';
    take(fieldEnd);
    const number = take(fieldEnd);
    if (isCompany) yield { kind: 'company', cnpj: number as Cnpj | null, name: take(customerEnd) };
    else {
      const name = take(fieldEnd);
      const birthDate = take(fieldEnd);
      const identity = take(fieldEnd);
      const maskedCpf = take(customerEnd);
      yield { kind: 'person', cpf: number as Cpf | null, name, birthDate, maskedCpf, ...decodeIdentity(identity) };
    }
  }
}

/** Few customers have any: nothing is written for the others. */
function encodeIdentity({ nationality = null, identityDocument = null }: ScreenedPerson): string {
  if (nationality === null && identityDocument === null) return '';
  return encode(JSON.stringify({ nationality, identityDocument }));
}

function decodeIdentity(text: string | null): Pick<ScreenedPerson, 'nationality' | 'identityDocument'> {
  return text === null ? {} : JSON.parse(text);
}

function encode(value: string | null): string {
  return value === null ? '' : mark + value;
}

/** Encodes a name. Every kind of blank counts as a plain space. */
function encodeName(name: string | null): string {
  return encode(name !== null && /[\t\n]/.test(name) ? name.replaceAll(/[\t\n]/g, ' ') : name);
}
