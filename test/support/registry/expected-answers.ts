// What is right about the numbers of a dump that `make-dump` has made: it writes that beside the files.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Company } from '../../../src/domain/company/company.ts';
import type { Cnpj } from '../../../src/domain/numbers/cnpj.ts';
import { parseLines } from '../texts.ts';

interface ExpectedAnswer {
  readonly cnpj: Cnpj;
  /** Null for a number that is not in the dump. */
  readonly expected: Company | null;
  readonly because: string;
}

export function readExpected(dump: string): ExpectedAnswer[] {
  return parseLines(readFileSync(join(dump, 'expected.jsonl'), 'utf8'));
}
