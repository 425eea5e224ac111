// The answer of a check that refuses, for programs: the faults as JSON on the standard output, before the sentence and the exit code.

import { OperatorError } from '../../errors.ts';
import { printJson } from './terminal.ts';

export async function withJsonFaults<Result>(asJson: boolean, check: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (asJson && error instanceof OperatorError) printJson({ accepted: false, faults: error.faults });
    throw error;
  }
}
