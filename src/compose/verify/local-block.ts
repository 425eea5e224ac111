// One block of rows that this machine answers: read, looked up and written, all of it in one thread.

import { type QuestionRules, readQuestion } from '../../app/bulk/question.ts';
import type { Outcome } from '../../app/bulk/run/outcome.ts';
import { createResultWriter, type ResultRules } from '../../app/bulk/run/results.ts';
import type { BadRow } from '../../app/bulk/run/run.ts';
import { countOutcome, createRunCounts, type RunCounts } from '../../app/bulk/run/run-counts.ts';
import type { Row } from '../../app/bulk/table.ts';
import type { RowBlock } from '../../app/bulk/text/row-blocks.ts';
import { readBlock, type TextDialect } from '../../app/bulk/text/text-table.ts';
import { type LocalAnswersOptions, openLocalAnswers } from './local-answers.ts';

/** All that is needed; it can be sent to another thread. */
export interface LocalBlockOptions {
  readonly dialect: TextDialect;
  readonly questions: QuestionRules;
  readonly results: ResultRules;
  readonly answers: LocalAnswersOptions;
}

export interface BlockTask {
  readonly block: RowBlock;
  /** Rows at its beginning that were written by an earlier run. */
  readonly skip: number;
}

export interface BlockResult {
  readonly text: Uint8Array<ArrayBuffer>;
  readonly counts: RunCounts;
  /** The first of them; all are in the text. */
  readonly bad: readonly BadRow[];
}

const badMax = 20;

export async function createLocalBlocks({ dialect, questions, results, answers }: LocalBlockOptions) {
  const local = await openLocalAnswers(answers);
  const writer = createResultWriter(results);

  function toOutcome(row: Row): Outcome {
    const read = readQuestion(row, questions);
    if (read.kind === 'bad') return read;
    return { kind: 'answered', body: local.answer(read.question), mend: read.mend, isReplayed: false };
  }

  return ({ block, skip }: BlockTask): BlockResult => {
    const { rows, latinLines, utf8Lines } = readBlock(block, dialect);
    const counts = { ...createRunCounts(), latinLines, utf8Lines };
    const bad: BadRow[] = [];
    let text = '';
    for (let index = skip; index < rows.length; index++) {
      const row = rows[index] as Row;
      const outcome = toOutcome(row);
      text += writer.row(row, outcome);
      countOutcome(counts, outcome);
      if (outcome.kind !== 'answered' && bad.length < badMax) bad.push({ line: row.line, outcome });
    }
    local.requireWhole();
    return { text: new TextEncoder().encode(text), counts, bad };
  };
}
