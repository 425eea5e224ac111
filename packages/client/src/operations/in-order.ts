// Works on many inputs a few at a time and gives the outcomes in the order of the inputs. No input is taken before there is
// room for it, so that a list of millions needs the memory of a few.

export interface InOrder<Input, Output> {
  readonly inputs: Iterable<Input> | AsyncIterable<Input>;
  readonly concurrency: number;
  work(input: Input, index: number): Promise<Output>;
}

export async function* runInOrder<Input, Output>({
  inputs,
  concurrency,
  work,
}: InOrder<Input, Output>): AsyncGenerator<Output> {
  const iterator = toIterator(inputs);
  const running: Promise<Output>[] = [];
  let index = 0;
  try {
    for (;;) {
      while (running.length < concurrency) {
        const next = await iterator.next();
        if (next.done === true) {
          for (const outcome of running.splice(0)) yield await outcome;
          return;
        }
        const outcome = work(next.value, index++);
        // It is awaited in its turn; until then a failure is nobody's fault.
        outcome.catch(() => {});
        running.push(outcome);
      }
      yield (await running.shift()) as Output;
    }
  } finally {
    await iterator.return?.();
  }
}

function toIterator<Input>(inputs: Iterable<Input> | AsyncIterable<Input>): Iterator<Input> | AsyncIterator<Input> {
  return Symbol.asyncIterator in inputs ? inputs[Symbol.asyncIterator]() : inputs[Symbol.iterator]();
}
