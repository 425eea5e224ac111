// The customers that are looked up in the lists: invented people, as rows of a CSV.

import { closeSync, openSync, writeSync } from 'node:fs';
import { Random } from '../../../scripts/make-dump/values/random.ts';
import { inventPerson } from '../../../test/support/lists/invented/people.ts';

export function writeCustomers(path: string, count: number, header = ''): void {
  const random = new Random().restart(7);
  const file = openSync(path, 'w');
  writeSync(file, header);
  for (let row = 0; row < count; row += 1000) {
    const some = Array.from({ length: Math.min(1000, count - row) }, () => inventPerson(random));
    writeSync(file, some.map(({ cpf, name, birthDate }) => `${cpf},${name},${birthDate}\n`).join(''));
  }
  closeSync(file);
}
