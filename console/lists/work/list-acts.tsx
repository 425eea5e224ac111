// What an administrator can do with one list. What changes more than a look at its publisher is confirmed first.

import { useState } from 'preact/hooks';
import { Confirm } from '../../design/confirm.tsx';
import { formatDay } from '../../words/format.ts';
import { type List, toShortName } from '../view.ts';
import type { Acting } from './acts.ts';
import { ImportDialog } from './import-dialog.tsx';
import { workWords } from './words.ts';

export function ListActs({ list, isAdmin, isBusy, onAct }: Acting & { readonly list: List }) {
  const words = workWords();
  const [asking, setAsking] = useState<'import' | 'held' | 'rollback'>();
  if (!isAdmin) return null;
  const name = toShortName(list);
  const close = () => setAsking(undefined);
  const { live_id: from, previous_id: to } = list;
  const update = (force: readonly 'rollback_hold'[]) => onAct({ kind: 'update', list: list.list, force });
  const button = (label: string, onClick: () => void, tone = '') => (
    <button
      type="button"
      class={`button small ${tone}`}
      aria-label={words.about(label, name)}
      disabled={isBusy}
      onClick={onClick}
    >
      {label}
    </button>
  );
  return (
    <div class="row no-print">
      {list.can_download && button(words.update, () => (list.is_held ? setAsking('held') : update([])), 'first')}
      {button(words.import, () => setAsking('import'))}
      {from !== null && to !== null && button(words.rollback, () => setAsking('rollback'), 'danger')}
      {asking === 'import' && (
        <ImportDialog list={list.list} name={name} isBusy={isBusy} onAct={onAct} onClose={close} />
      )}
      {asking === 'held' && (
        <Confirm
          title={words.updateHeldTitle}
          act={words.update}
          isBusy={isBusy}
          onCancel={close}
          onConfirm={() => {
            close();
            update(['rollback_hold']);
          }}
        >
          <p>{words.updateHeldWhat(name)}</p>
        </Confirm>
      )}
      {asking === 'rollback' && from !== null && to !== null && (
        <Confirm
          title={words.rollbackTitle(name)}
          act={words.rollbackAct}
          isDanger
          isBusy={isBusy}
          onCancel={close}
          onConfirm={() => {
            close();
            onAct({ kind: 'rollback', list: list.list, from, to });
          }}
        >
          <p>{words.rollbackWhat(formatDayOrDash(list.data_as_of), formatDayOrDash(list.previous_as_of))}</p>
          <p>{words.rollbackThen}</p>
        </Confirm>
      )}
    </div>
  );
}

function formatDayOrDash(day: string | null): string {
  return day === null ? '–' : formatDay(day);
}
