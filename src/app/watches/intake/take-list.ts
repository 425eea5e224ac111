// Takes a list in as it comes, whoever is on it: each once, some at a time, and says which lines hold nobody.

import type { AppError } from '../../../errors.ts';
import { type OrderSecrets, openFingerprint } from '../../key-owned/repeated-order.ts';

/** Somebody to watch, or why a line holds nobody. */
export type Listed<Member> =
  | { readonly line: number; readonly member: Member }
  | { readonly line: number; readonly fault: string };

export interface RefusedLine {
  readonly line: number;
  readonly reason: string;
}

/** What lists of companies and of people do each in their own way. */
export interface ListForm<Member> {
  readonly membersMax: number;
  readonly perPart: number;
  createSet(): { readonly size: number; add(member: Member): boolean };
  /** All that is kept of one. */
  toText(member: Member): string;
  /** Of those that are kept together. */
  write(members: readonly Member[]): string;
  toTooMany(): AppError;
  /** The list holds nobody; with the first line that was refused. */
  toNobody(first: RefusedLine | undefined): AppError;
}

export interface TakenList {
  readonly members: number;
  /** Lines that hold nobody, the first of them. */
  readonly refused: readonly RefusedLine[];
  readonly refusedCount: number;
  /** Keyed hashes of the list as it was read, and of what else was asked for: of every generation of the secret, the newest first. */
  readonly fingerprints: readonly [string, ...string[]];
}

interface TakeOptions {
  readonly orderSecrets: OrderSecrets;
  /** What else was asked for. */
  readonly order: string;
  readonly keep: (text: string, part: number) => Promise<void>;
}

const refusedShown = 50;

export async function takeList<Member>(
  listed: AsyncIterable<readonly Listed<Member>[]>,
  form: ListForm<Member>,
  { orderSecrets, order, keep }: TakeOptions,
): Promise<TakenList> {
  const fingerprint = openFingerprint(orderSecrets);
  fingerprint.update(`${order}\n`);
  const seen = form.createSet();
  const refused: RefusedLine[] = [];
  let [refusedCount, part] = [0, 0];
  let members: Member[] = [];
  const flush = async () => {
    if (members.length > 0) await keep(form.write(members), part++);
    members = [];
  };
  for await (const some of listed) {
    for (const one of some) {
      fingerprint.update(`${one.line} ${'fault' in one ? one.fault : form.toText(one.member)}\n`);
      if ('fault' in one) {
        refusedCount++;
        if (refused.length < refusedShown) refused.push({ line: one.line, reason: one.fault });
      } else if (seen.add(one.member)) {
        if (seen.size > form.membersMax) throw form.toTooMany();
        members.push(one.member);
        if (members.length === form.perPart) await flush();
      }
    }
  }
  await flush();
  if (seen.size === 0) throw form.toNobody(refused[0]);
  return { members: seen.size, refused, refusedCount, fingerprints: fingerprint.digest() };
}
