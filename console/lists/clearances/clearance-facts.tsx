// What a person has judged of a hit: who, when, why, and what another one can do about it.

import { useState } from 'preact/hooks';
import { isEndedState } from '../../../src/domain/screening/clearance.ts';
import { mayAct } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { formatDay, formatTime } from '../../words/format.ts';
import { isAnalyst, type Way } from '../search/search-state.ts';
import { type Clearance, confirmClearance, isActing, revokeClearance } from './clearance-state.ts';
import { FreezeSteps } from './freeze-steps.tsx';
import { clearanceWords } from './words.ts';

interface ClearanceFactsProps {
  readonly clearance: Clearance;
  /** `lists` tells which lists the clearance concerns. */
  readonly lists: Way;
}

export function ClearanceFacts({ clearance, lists }: ClearanceFactsProps) {
  return (
    <>
      <p>
        {toWho(clearance)}: <q class="reason">{clearance.reason}</q>
      </p>
      {clearance.freeze !== null && !isEndedState(clearance.state) && (
        <FreezeSteps clearance={clearance} freeze={clearance.freeze} lists={lists} />
      )}
      {isAnalyst.value && !isEndedState(clearance.state) && <Acts clearance={clearance} lists={lists} />}
    </>
  );
}

function toWho(clearance: Clearance): string {
  const { kind, state, until, freeze, made_by, created_at, confirmed_by, confirmed_at, ended_by, ended_at } = clearance;
  const words = clearanceWords();
  const say = state === 'proposed' || state === 'rejected' ? words.proposedBy : words.madeBy;
  const open = isEndedState(state) ? [] : (freeze?.steps.filter(({ at }) => at === null) ?? []);
  return [
    say(words.kinds[kind], made_by, formatTime(created_at)),
    confirmed_by !== null && confirmed_at !== null && words.confirmedBy(confirmed_by, formatTime(confirmed_at)),
    until !== null && words.until(formatDay(until)),
    isEndedState(state) && ended_by !== null && ended_at !== null && words.ended[state](ended_by, formatTime(ended_at)),
    open.length > 0 &&
      words.openSteps(open.map(({ step }) => words.steps[step]).join(', '), formatTime(freeze?.due_at ?? '')),
  ]
    .filter((part) => part !== false)
    .join(', ');
}

function Acts({ clearance: { id, row, kind, state, is_own }, lists }: ClearanceFactsProps) {
  const words = clearanceWords();
  const [asking, setAsking] = useState<'confirm' | 'undo'>();
  const isOpen = state === 'proposed';
  const isSenior = mayAct('admin');
  const mayConfirm = kind !== 'accepted' || isSenior;
  const mayUndo = kind !== 'frozen' || isSenior;
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
      {isOpen && !is_own && mayConfirm && button('confirm', words.confirm)}
      {mayUndo && button('undo', words[undo])}
      {((isOpen && !is_own && !mayConfirm) || !mayUndo) && <span class="small quiet">{words.onlySenior}</span>}
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
