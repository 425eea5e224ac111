// One hit that names the customer: whether that is confirmed, the customer stays, or the assets are frozen.

import { useState } from 'preact/hooks';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { toLastReview } from '../../../src/domain/screening/judgement.ts';
import { consoleState, mayAct } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { Choice } from '../../design/fields/choice.tsx';
import { DayField } from '../../design/fields/day-field.tsx';
import { readDay } from '../../design/fields/number.ts';
import { Notice } from '../../design/parts.tsx';
import { judgementsDue } from '../../shell/judgements-due.ts';
import type { FoundHit } from '../search/conclusion.ts';
import type { Searched } from '../search/search-state.ts';
import { type ListNames, toListName } from '../view.ts';
import { type Clearance, clearHit, isActing } from './clearance-state.ts';
import { isReasonLong, ReasonField } from './reason-field.tsx';
import { readMoment, WhenDone } from './when-done.tsx';
import { clearanceWords } from './words.ts';

interface JudgeAsThemProps {
  readonly hit: FoundHit;
  readonly searched: Searched;
  readonly names: ListNames;
}

type Staying = Exclude<Clearance['kind'], 'cleared'>;

/** The law that freezes binds by this list alone, and nobody accepts whom it names. */
const freezing = 'onu';

export function JudgeAsThem({ hit, searched, names }: JudgeAsThemProps) {
  const words = clearanceWords();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        class="button small"
        aria-label={words.actAbout(words.isThem.replace('…', ''), hit.row)}
        disabled={isActing.value}
        onClick={() => setAsking(true)}
      >
        {words.isThem}
      </button>
      {isAsking && <Question {...{ hit, searched, names }} onClose={() => setAsking(false)} />}
    </>
  );
}

function Question({ hit, searched, names, onClose }: JudgeAsThemProps & { readonly onClose: () => void }) {
  const words = clearanceWords();
  const kinds: readonly Staying[] = hit.list === freezing ? ['frozen', 'confirmed'] : ['accepted', 'confirmed'];
  const [kind, setKind] = useState<Staying>(kinds[0] as Staying);
  const [reason, setReason] = useState('');
  const [review, setReview] = useState('');
  const [done, setDone] = useState({ day: '', clock: '' });
  const until = kind === 'accepted' ? readDay(review) : null;
  const reviewFault = typeof until === 'string' ? findReviewFault(until) : undefined;
  const frozenAt = kind === 'frozen' ? readMoment(done) : null;
  const isReady =
    isReasonLong(reason) &&
    (kind !== 'accepted' || (Boolean(until) && reviewFault === undefined)) &&
    frozenAt !== undefined;
  const mustWait = kind === 'accepted' && (!mayAct('admin') || judgementsDue.value?.needs_another === true);
  return (
    <Confirm
      title={words.isThemTitle}
      act={mustWait ? words.proposeAcceptance : words.judgeAs[kind]}
      isBusy={!isReady || isActing.value}
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void clearHit(searched, {
          row: hit.row,
          reason: reason.trim(),
          despite_number: 'no',
          kind,
          until: until ?? null,
          frozen_at: frozenAt ?? null,
        });
      }}
    >
      <p>
        <strong>{words.what(toListName(hit.list, names), hit.row, hit.name ?? '')}</strong>
      </p>
      <Choice
        label={words.judgement}
        value={kind}
        options={kinds.map((each) => [each, words.kinds[each]])}
        onValue={(chosen) => setKind(chosen as Staying)}
      />
      <p>{words.meanings[kind]}</p>
      {kind === 'accepted' && (
        <DayField label={words.review} hint={words.reviewHint} fault={reviewFault} value={review} onValue={setReview} />
      )}
      {kind === 'frozen' && (
        <WhenDone label={words.frozenSince} hint={words.frozenHint} value={done} onValue={setDone} />
      )}
      {mustWait && <Notice tone="none">{words.needsSenior}</Notice>}
      <ReasonField value={reason} onValue={setReason} placeholder={words.placeholders[kind]} />
      <p class="small quiet">{words.audited(consoleState.value?.operator?.name ?? '')}</p>
    </Confirm>
  );
}

/** Checks by the server's own rule, so that nobody loses a reason to a day. */
function findReviewFault(until: string): string | undefined {
  const today = toBrazilDay(Date.now());
  const words = clearanceWords();
  if (until < today) return words.reviewPast;
  return until > toLastReview(today) ? words.reviewTooLate : undefined;
}
