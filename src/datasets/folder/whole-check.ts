// Reads all of a snapshot: before it is given away or goes live, and for an operator who asks.

import { OperatorError } from '../../errors.ts';
import type { CheckStep, Dataset } from './dataset.ts';

/** Lets others have a turn after each step. Throws, and returns, as the dataset's check does. */
export async function checkWhole(
  dataset: Dataset,
  folder: string,
  rest: (step: CheckStep) => Promise<void>,
): Promise<Error | undefined> {
  const steps = dataset.verify(folder);
  try {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      await rest(step.value);
    }
  } finally {
    steps.return(undefined);
  }
}

/** Throws an OperatorError where the snapshot must not serve; returns what is wrong with parts that it can do without. */
export function checkNow(dataset: Dataset, folder: string, onProgress: (share: number) => void): Error | undefined {
  const steps = dataset.verify(folder);
  try {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      onProgress(step.value.share);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'It cannot be read.';
    const { portuguese, version } = dataset;
    throw new OperatorError({
      en: `The ${version.en} in ${folder} is not whole: ${reason} Import the files again, or use the other ${version.en}.`,
      pt: `A ${version.pt} d${portuguese} em ${folder} está danificada. Importe os arquivos de novo, ou use a outra ${version.pt}.`,
    });
  }
}
