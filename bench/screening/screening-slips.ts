// `npm run bench screening-slips`: a million listed people who are asked about with at most one slip in the name, and how many of them are
// `clear` all the same. `BENCH_PEOPLE` says how many. The figures follow from the seeds, and are the same in every run.

import { countFalseClears, type FalseClear, knownBeside } from '../../test/support/lists/false-clears.ts';
import { print } from '../support/print.ts';

const people = Number(process.env['BENCH_PEOPLE'] ?? 1_000_000);
/** As long as the longest lists are. */
const peopleOfList = 50_000;
const shown = 20;

export async function run(folder: string): Promise<void> {
  const asked = new Map<string, number>();
  const falseClears: FalseClear[] = [];
  for (let seed = 1, left = people; left > 0; seed++, left -= peopleOfList) {
    const found = await countFalseClears(folder, seed, Math.min(left, peopleOfList));
    for (const [beside, count] of found.asked) asked.set(beside, (asked.get(beside) ?? 0) + count);
    falseClears.push(...found.falseClears);
  }
  print('| known beside a name with at most one slip | asked | clear all the same |');
  print('|---|---:|---:|');
  for (const beside of knownBeside) {
    const missed = falseClears.filter((each) => each.beside === beside).length;
    print(`| ${beside} | ${asked.get(beside) ?? 0} | ${missed} |`);
  }
  for (const { seed, listed, asked: name, beside } of falseClears.slice(0, shown))
    print(`- list ${seed}: \`${name}\` is not found as \`${listed}\` (known beside it: ${beside})`);
}
