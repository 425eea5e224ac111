// Takes a list in as it comes, whoever is on it: each once, some at a time, and says which lines hold nobody.

import type { AppError } from '../../../errors.ts';
import { type OrderSecrets, openFingerprint } from '../../key-owned/repeated-order.ts';

/** A parsed line holds a member to watch, or the reason why it holds none. */
export type Listed<Member> =
  | { readonly line: number; readonly member: Member }
  | { readonly line: number; readonly fault: string };

export interface RefusedLine {
  readonly line: number;
  readonly reason: string;
}

/** A list form gathers the steps in which lists of companies differ from lists of people. */
export interface ListForm<Member> {
  readonly membersMax: number;
  readonly perPart: number;
  createSet(): { readonly size: number; add(member: Member): boolean };
  /** All that is kept of one. */
  toText(member: Member): string;
  /** Writes the members that are stored together as one part. */
  write(members: readonly Member[]): string;
  toTooMany(): AppError;
  /** Returns the error for a list without any member; it carries the first refused line. */
  toNobody(first: RefusedLine | undefined): AppError;
}

export interface TakenList {
  readonly members: number;
  /** `refused` lists the first of the lines that hold no member. */
  readonly refused: readonly RefusedLine[];
  readonly refusedCount: number;
  /** Keyed hashes of the list as it was read, and of what else was asked for: of every generation of the secret, the newest first. */
  readonly fingerprints: readonly [string, ...string[]];
}

interface TakeOptions {
  readonly orderSecrets: OrderSecrets;
  /** `order` describes the other choices of the request. */
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
