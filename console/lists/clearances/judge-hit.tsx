// One hit: the button by which an operator judges it false, and the question that it opens.

import { useState } from 'preact/hooks';
import { consoleState } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { Field, Notice } from '../../design/parts.tsx';
import type { FoundHit } from '../search/conclusion.ts';
import { isAnalyst, type Searched } from '../search/search-state.ts';
import { type ListNames, toListName } from '../view.ts';
import { clearHit, isActing, openClearances } from './clearance-state.ts';
import { clearanceWords } from './words.ts';

interface JudgeHitProps {
  readonly hit: FoundHit;
  readonly searched: Searched;
  readonly names: ListNames;
}

const reasonLength = { min: 3, max: 1_000 };
/** That the number is the same is a fact, and nobody is told to call it somebody else's. */
const byNumber: readonly FoundHit['match'][] = ['document', 'cnpj_root'];

export function JudgeHit({ hit, searched, names }: JudgeHitProps) {
  const words = clearanceWords();
  const [isAsking, setAsking] = useState(false);
  if (!isAnalyst.value) return null;
  const isByNumber = byNumber.includes(hit.match);
  const about = isByNumber ? 'number' : hit.partner === null ? searched.kind : 'partner';
  return (
    <div class="no-print">
      <button
        type="button"
        class="button small"
        aria-label={words.notThemAbout(words.notThem[about], hit.row)}
        disabled={isActing.value}
        onClick={() => setAsking(true)}
      >
        {words.notThem[about]}
      </button>
      {isAsking && (
        <Question
          what={words.what(toListName(hit.list, names), hit.row, hit.name ?? '')}
          isByNumber={isByNumber}
          onCancel={() => setAsking(false)}
          onReason={(reason) => {
            setAsking(false);
            void clearHit(searched, { row: hit.row, reason, despite_number: isByNumber ? 'yes' : 'no' });
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
  const needsAnother = openClearances.value?.needs_another === true;
  const isReady = reason.trim().length >= reasonLength.min && (isSure || !isByNumber);
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
      <Field label={words.reason} hint={words.reasonHint}>
        {(ties) => (
          <textarea
            {...ties}
            autofocus
            rows={3}
            maxLength={reasonLength.max}
            placeholder={words.reasonPlaceholder}
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
      </Field>
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
