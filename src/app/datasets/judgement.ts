// What speaks against putting a draft live: a sentence with its figure and what to do. An operator who knows better overrides it by
// its name, and by nothing else.

import { OperatorError } from '../../errors.ts';

export interface Judgement<Name extends string = string> {
  readonly name: Name;
  readonly sentence: string;
  /** The same, for those who read it in the console. */
  readonly portuguese: string;
}

/** Nothing was published, because of what is listed; all of it can be overridden by name. */
export class DraftRefused<Name extends string = string> extends OperatorError {
  readonly judgements: readonly Judgement<Name>[];

  constructor(judgements: readonly Judgement<Name>[], open: readonly Judgement<Name>[]) {
    const names = [...new Set(judgements.map(({ name }) => name))].join(',');
    super(
      `${open.map(({ sentence }) => sentence).join('\n')}\n` +
        `Nothing was published; the live data stays in use. If you know that the files are right: --force ${names}`,
    );
    this.judgements = judgements;
  }
}

/** Throws unless all of them are overridden; returns those that were. */
export function settle<Name extends string>(
  judgements: readonly Judgement<Name>[],
  overridden: readonly string[],
): readonly Judgement<Name>[] {
  const open = judgements.filter(({ name }) => !overridden.includes(name));
  if (open.length === 0) return judgements;
  throw new DraftRefused(judgements, open);
}

/** So few are never judged by their share. */
export const exceptionsMax = 20;

export function isTooMany(found: number, of: number, shareMax: number): boolean {
  return found > exceptionsMax && found > of * shareMax;
}
