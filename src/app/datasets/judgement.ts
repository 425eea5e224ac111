// What speaks against putting a draft live: a sentence with its figure and what to do. An operator who knows better overrides it by
// its name, and by nothing else.

import { OperatorError } from '../../errors.ts';

export interface Judgement<Name extends string = string> {
  readonly name: Name;
  readonly sentence: string;
  /** The same, for those who read it in the console. */
  readonly portuguese: string;
}

/** The import published nothing because of the listed objections. An operator can override each of them by name. */
export class DraftRefused<Name extends string = string> extends OperatorError {
  readonly judgements: readonly Judgement<Name>[];

  constructor(judgements: readonly Judgement<Name>[], open: readonly Judgement<Name>[]) {
    super(
      `${open.map(({ sentence }) => sentence).join('\n')}\n` +
        `Nothing was published; the live data stays in use. If you know that the files are right: ${toForce(judgements)}`,
    );
    this.judgements = judgements;
  }
}

/** Describes the objections to a draft that was only tried. */
export function describeRefusal(judgements: readonly Judgement[]): string {
  const sentences = judgements.map(({ sentence }) => sentence).join('\n');
  return `${sentences}\nIf you know that the files are right: ${toForce(judgements)}`;
}

function toForce(judgements: readonly Judgement[]): string {
  return `--force ${[...new Set(judgements.map(({ name }) => name))].join(',')}`;
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

/** Confere never judges up to this many exceptions by their share. */
export const exceptionsMax = 20;

export function isTooMany(found: number, of: number, shareMax: number): boolean {
  return found > exceptionsMax && found > of * shareMax;
}

/** Collects those that hold. */
export function collectJudgements<Name extends string>() {
  const found: Judgement<Name>[] = [];
  return {
    found,
    judge(name: Name, holds: boolean, sentence: string, portuguese: string): void {
      if (holds) found.push({ name, sentence, portuguese });
    },
  };
}

export function toCount(value: number): string {
  return value.toLocaleString('en');
}

export function toCountPt(value: number): string {
  return value.toLocaleString('pt-BR');
}

/** `10/10/2026` */
export function toDayPt(day: string): string {
  return day.split('-').reverse().join('/');
}
