// What a person has judged of a hit: who, when, why, and what another one can do about it.

import { useState } from 'preact/hooks';
import { Confirm } from '../../design/confirm.tsx';
import { formatTime } from '../../words/format.ts';
import { isAnalyst, type Way } from '../search/search-state.ts';
import { type Clearance, confirmClearance, isActing, revokeClearance } from './clearance-state.ts';
import { clearanceWords } from './words.ts';

interface ClearanceFactsProps {
  readonly clearance: Clearance;
  /** Of which lists it is. */
  readonly lists: Way;
}

export function ClearanceFacts({ clearance, lists }: ClearanceFactsProps) {
  return (
    <>
      <p>
        {toWho(clearance)}: <q class="reason">{clearance.reason}</q>
      </p>
      {isAnalyst.value && <Acts clearance={clearance} lists={lists} />}
    </>
  );
}

function toWho({ state, made_by, created_at, confirmed_by, confirmed_at }: Clearance): string {
  const words = clearanceWords();
  const made = (state === 'proposed' ? words.proposedBy : words.madeBy)(made_by, formatTime(created_at));
  return confirmed_by === null || confirmed_at === null
    ? made
    : `${made}, ${words.confirmedBy(confirmed_by, formatTime(confirmed_at))}`;
}

function Acts({ clearance: { id, row, state, is_own }, lists }: ClearanceFactsProps) {
  const words = clearanceWords();
  const [asking, setAsking] = useState<'confirm' | 'undo'>();
  const isOpen = state === 'proposed';
  const undo = isOpen ? (is_own ? 'withdraw' : 'reject') : 'undo';
  const close = () => setAsking(undefined);
  const button = (name: 'confirm' | 'undo', label: string) => (
    <button
      type="button"
      class="button small"
      aria-label={words.actAbout(label, row)}
      disabled={isActing.value}
      onClick={() => setAsking(name)}
    >
      {label}
    </button>
  );
  return (
    <div class="row no-print">
      {isOpen && !is_own && button('confirm', words.confirm)}
      {button('undo', words[undo])}
      {isOpen && is_own && <span class="small quiet">{words.own}</span>}
      {asking === 'confirm' && (
        <Confirm
          title={words.confirmTitle}
          act={words.confirm}
          isBusy={isActing.value}
          onCancel={close}
          onConfirm={() => {
            close();
            void confirmClearance(id, lists);
          }}
        >
          <p>
            <strong>{row}</strong>
          </p>
          <p>{words.confirmWhat}</p>
        </Confirm>
      )}
      {asking === 'undo' && (
        <Confirm
          title={words.undoTitle[undo]}
          act={words[undo]}
          isDanger
          isBusy={isActing.value}
          onCancel={close}
          onConfirm={() => {
            close();
            void revokeClearance(id, lists);
          }}
        >
          <p>
            <strong>{row}</strong>
          </p>
          <p>{words.undoWhat}</p>
        </Confirm>
      )}
    </div>
  );
}
