// What an import of a list judges, what its session tells besides, and what the audit says of it.

import { OperatorError } from '../../../errors.ts';
import { type Imported, type ImportSession, toImportTarget } from '../../datasets/import-draft.ts';
import { judgeList, type ListJudgementName } from './judge-list.ts';
import type { ListDraft, ListInfo } from './list-counts.ts';

export interface ListSession extends ImportSession<ListDraft, ListJudgementName> {
  readonly live: ListInfo | undefined;
  /** Tells whether the draft has exactly the entries of the live edition. */
  isUnchanged(): boolean;
  /** Tells whether the draft is known to be current on a later day than the live edition. */
  isFresher(): boolean;
}

export type ImportedList = Imported<ListDraft, ListJudgementName>;

export const judgeListDraft = (draft: ListDraft, live: ListInfo | undefined): ReturnType<typeof judgeList> => {
  if (draft.counts.entries === 0 && !draft.isEmpty)
    throw new OperatorError({
      en: 'The file has no entry: nothing to publish, and the live list stays in use.',
      pt: 'O arquivo não tem nenhum registro: não há o que publicar, e a lista em uso continua valendo.',
    });
  return judgeList(draft, live);
};

/** With those that have left the list because their time was over, and why somebody wanted it all the same. */
export function toListTarget({ list, id, overridden, changes }: ImportedList, reason?: string): string {
  const inTime = changes?.left_in_time ?? 0;
  const notes = inTime === 0 ? [] : [`left_in_time:${inTime}`];
  return toImportTarget(`${list}:${id}`, overridden, [...notes, ...(reason === undefined ? [] : [reason])]);
}
