// What a run over a table would ask, without asking: rows, how many people and companies they are about, and calls to the parties.

import { createHash } from 'node:crypto';
import type { SourceName } from '../../../domain/person/evidence.ts';
import { type QuestionRules, readQuestion } from '../question.ts';
import { createRepeatedQuestions } from '../repeated-questions.ts';
import type { Row } from '../table.ts';
import type { BadRow } from './run.ts';

/** The estimate calls this for each question that no earlier row asks. */
export type OnQuestion = (kind: 'cpf' | 'cnpj', line: number) => void;

export interface Estimate {
  readonly rows: number;
  /** Rows that nothing would be asked about. */
  readonly bad: number;
  readonly faults: Readonly<Record<string, number>>;
  /** The first of them. */
  readonly badRows: readonly BadRow[];
  readonly mended: number;
  /** Distinct numbers. */
  readonly people: number;
  readonly companies: number;
  /** Rows that ask what another one asks: they are answered with it, at no call. */
  readonly repeated: number;
  /** `sourceCalls` gives the most calls that each party can receive. It counts different questions about people, each of which is asked once. */
  readonly sourceCalls: Readonly<Record<string, number>>;
}

const badShown = 20;

/** `parties` are those that are asked about every person. Companies are answered from the registry. */
export async function estimateRun(
  batches: AsyncIterable<readonly Row[]>,
  rules: QuestionRules,
  parties: readonly SourceName[],
  onQuestion: OnQuestion = () => {},
): Promise<Estimate> {
  const [people, companies] = [createDistinct(), createDistinct()];
  const repeated = createRepeatedQuestions();
  const faults: Record<string, number> = {};
  const badRows: BadRow[] = [];
  let [rows, bad, mended, again, asked] = [0, 0, 0, 0, 0];
  for await (const batch of batches) {
    for (const row of batch) {
      rows++;
      const read = readQuestion(row, rules);
      if (read.kind === 'bad') {
        bad++;
        faults[read.fault] = (faults[read.fault] ?? 0) + 1;
        if (badRows.length < badShown) badRows.push({ line: row.line, outcome: read });
        continue;
      }
      const { question, mend } = read;
      if (mend !== undefined) mended++;
      if (question.kind === 'cnpj') companies.add(question.cnpj);
      else people.add(question.cpf);
      if (repeated.findFirst(question, rows) !== undefined) {
        again++;
        continue;
      }
      if (question.kind === 'cpf') asked++;
      onQuestion(question.kind, row.line);
    }
  }
  const sourceCalls = asked === 0 ? {} : Object.fromEntries(parties.map((party) => [party, asked]));
  const found = { people: people.count(), companies: companies.count(), repeated: again };
  return { rows, bad, faults, badRows, mended, ...found, sourceCalls };
}

/** Counts different texts by 48 bits of their hash: eight bytes for each, and right but for one in millions. */
function createDistinct(): { add(text: string): void; count(): number } {
  let hashes = new Float64Array(1024);
  let used = 0;
  return {
    add(text) {
      if (used === hashes.length) {
        const larger = new Float64Array(used * 2);
        larger.set(hashes);
        hashes = larger;
      }
      hashes[used++] = createHash('sha256').update(text).digest().readUIntBE(0, 6);
    },
    count() {
      const sorted = hashes.subarray(0, used).sort();
      return sorted.reduce((count, hash, place) => count + (place === 0 || hash !== sorted[place - 1] ? 1 : 0), 0);
    },
  };
}
