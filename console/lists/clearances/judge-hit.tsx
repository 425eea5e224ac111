// One hit: the button by which an operator judges it false, and the question that it opens.

import { useState } from 'preact/hooks';
import { consoleState } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { Notice } from '../../design/parts.tsx';
import { judgementsDue } from '../../shell/judgements-due.ts';
import type { FoundHit } from '../search/conclusion.ts';
import { isAnalyst, type Searched } from '../search/search-state.ts';
import { type ListNames, toListName } from '../view.ts';
import { clearHit, isActing } from './clearance-state.ts';
import { JudgeAsThem } from './judge-as-them.tsx';
import { isReasonLong, ReasonField } from './reason-field.tsx';
import { clearanceWords } from './words.ts';

interface JudgeHitProps {
  readonly hit: FoundHit;
  readonly searched: Searched;
  readonly names: ListNames;
}

const clearing = { kind: null, until: null, frozen_at: null };
/** An equal number is a fact, so the dialog does not suggest that it belongs to another person. */
const byNumber: readonly FoundHit['match'][] = ['document', 'cnpj_root'];

export function JudgeHit({ hit, searched, names }: JudgeHitProps) {
  const words = clearanceWords();
  const [isAsking, setAsking] = useState(false);
  if (!isAnalyst.value) return null;
  const isByNumber = byNumber.includes(hit.match);
  const about = isByNumber ? 'number' : hit.partner === null ? searched.kind : 'partner';
  return (
    <div class="no-print row">
      <button
        type="button"
        class="button small"
        aria-label={words.notThemAbout(words.notThem[about], hit.row)}
        disabled={isActing.value}
        onClick={() => setAsking(true)}
      >
        {words.notThem[about]}
      </button>
      <JudgeAsThem hit={hit} searched={searched} names={names} />
      {isAsking && (
        <Question
          what={words.what(toListName(hit.list, names), hit.row, hit.name ?? '')}
          isByNumber={isByNumber}
          onCancel={() => setAsking(false)}
          onReason={(reason) => {
            setAsking(false);
            void clearHit(searched, { row: hit.row, reason, despite_number: isByNumber ? 'yes' : 'no', ...clearing });
          }}
        />
      )}
    </div>
  );
}

interface QuestionProps {
  readonly what: string;
  readonly isByNumber: boolean;
  readonly onCancel: () => void;
  readonly onReason: (reason: string) => void;
}

function Question({ what, isByNumber, onCancel, onReason }: QuestionProps) {
  const words = clearanceWords();
  const [reason, setReason] = useState('');
  const [isSure, setSure] = useState(false);
  const needsAnother = judgementsDue.value?.needs_another === true;
  const isReady = isReasonLong(reason) && (isSure || !isByNumber);
  return (
    <Confirm
      title={words.title}
      act={needsAnother ? words.propose : words.clear}
      isBusy={!isReady || isActing.value}
      onCancel={onCancel}
      onConfirm={() => onReason(reason.trim())}
    >
      <p>
        <strong>{what}</strong>
      </p>
      <p>{words.meaning}</p>
      {needsAnother && <Notice tone="none">{words.needsAnother}</Notice>}
      <ReasonField value={reason} onValue={setReason} placeholder={words.reasonPlaceholder} />
      {isByNumber && (
        <>
          <Notice tone="warn">{words.byNumber}</Notice>
          <label class="row">
            <input type="checkbox" checked={isSure} onChange={({ currentTarget }) => setSure(currentTarget.checked)} />
            {words.despiteNumber}
          </label>
        </>
      )}
      <p class="small quiet">{words.audited(consoleState.value?.operator?.name ?? '')}</p>
    </Confirm>
  );
}
