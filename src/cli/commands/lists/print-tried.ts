// What a dry run of an import found, for people and for programs.

import { describeRefusal } from '../../../app/datasets/judgement.ts';
import type { ForeseenHits } from '../../../app/watches/lists/foresee-hits.ts';
import type { TriedImport } from '../../../compose/commands/lists/trial.ts';
import type { HitChangeKind } from '../../../domain/screening/changes/hit-changes.ts';
import { OperatorError } from '../../../errors.ts';
import { describeOverridden } from '../../options/force-option.ts';
import { toCount } from '../../terminal/progress.ts';
import { print, printJson, printTable } from '../../terminal/terminal.ts';
import { describeEntryChanges, describeLeft } from './entry-changes.ts';
import { describeUnreadNames } from './unread-names.ts';

/** All of them are in the JSON. */
const shownMax = 50;

/** Throws where an import would be refused. */
export function printTried(tried: TriedImport, asJson: boolean): void {
  if (asJson) printJson(toTriedJson(tried));
  else printForPeople(tried);
  const { judgements } = tried;
  if (judgements.length > 0) {
    const sentences = judgements.map(({ sentence }) => sentence);
    throw new OperatorError(`The import would be refused.\n${describeRefusal(judgements)}`, undefined, sentences);
  }
}

function printForPeople(tried: TriedImport): void {
  const { draft, live, effects } = tried;
  const { list, dataAsOf, counts, changes } = draft;
  print('Dry run: nothing was imported.');
  print(`${list} as of ${dataAsOf}: ${toCount(counts.entries)} ${counts.entries === 1 ? 'entry' : 'entries'}.`);
  if (live === undefined) print('No edition is live yet: every entry is new.');
  else if (changes === undefined) print('The live edition is damaged: nothing can be compared with it.');
  else print(`Against the edition of ${live.dataAsOf}: ${describeEntryChanges(changes)}.`);
  for (const line of describeLeft(changes)) print(line);
  if (counts.rejected > 0) print(`${toCount(counts.rejected)} rows could not be read.`);
  for (const line of describeUnreadNames(draft)) print(line);
  for (const line of describeOverridden(tried)) print(line);
  if (effects === undefined) print('You watch no customers in the lists.');
  else printEffects(effects);
}

const kindWords: Readonly<Record<HitChangeKind, string>> = {
  new_hit: 'new hit',
  ended_hit: 'hit ends',
  changed_hit: 'hit changes',
};

function printEffects({ customers, counts, hits, isPartial }: ForeseenHits): void {
  if (isPartial) print('A watch is damaged in part: customers who stand there were not compared.');
  if (hits.length === 0) print('This edition changes none of your customers.');
  else {
    const [begin, end, change] = [counts.new_hit, counts.ended_hit, counts.changed_hit].map(toCount);
    print(
      `This edition changes ${toCount(customers)} of your customers: new hits ${begin}, hits that end ${end}, hits that change ${change}.`,
    );
    print('');
    printTable(
      ['WATCH', 'CUSTOMER', 'WHAT', 'ROW', 'MATCH'],
      hits
        .slice(0, shownMax)
        .map(({ watch, reference, cnpj, kind, row, match, strength }) => [
          ...[watch, reference ?? cnpj ?? '(no reference)', kindWords[kind], row],
          `${match}, ${strength}`,
        ]),
    );
    if (hits.length > shownMax) print(`and ${toCount(hits.length - shownMax)} more; --json prints all of them.`);
  }
}

function toTriedJson({ draft, live, judgements, overridden, effects }: TriedImport) {
  const { list, dataAsOf, counts, changes } = draft;
  return {
    dry_run: true,
    list,
    data_as_of: dataAsOf,
    ...counts,
    live: live === undefined ? null : { snapshot: live.id, data_as_of: live.dataAsOf, entries: live.counts.entries },
    changes: changes ?? null,
    refused: judgements.map(({ name, sentence }) => ({ name, sentence })),
    overridden: overridden.map(({ name }) => name),
    watched:
      effects === undefined
        ? null
        : {
            watches: effects.watches,
            partial: effects.isPartial,
            customers: effects.customers,
            new_hits: effects.counts.new_hit,
            ended_hits: effects.counts.ended_hit,
            changed_hits: effects.counts.changed_hit,
            hits: effects.hits,
          },
  };
}
