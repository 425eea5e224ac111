// Verificar: one person or company, and the answer as a person wants it. What is typed goes nowhere but into the one call.

import { useEffect, useRef } from 'preact/hooks';
import { type Answered, headIds, type Typed } from '../answer/facts/answer.ts';
import { type Way, way } from '../ask/way.ts';
import { fromDay, toMasked } from '../design/fields/number.ts';
import { Notice, ScreenTitle, Sign } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { laterPart } from '../shell/later.tsx';
import { toTitle } from '../shell/words.ts';
import { KeysHelp, useKeys } from './keys-help.tsx';
import { type Example, SandboxList } from './sandbox-list.tsx';
import { VerifyForm } from './verify-form.tsx';
import { answered, failure, isBusy, recent, reopen, startNext, typed, verifyTyped } from './verify-state.ts';
import { verifyWords } from './words.ts';
import './verify.css';
import { conclude } from '../answer/facts/conclusion.ts';

const answerView = laterPart(async () => (await import('../answer/answer-view.tsx')).AnswerView);

export function VerifyScreen() {
  const words = verifyWords();
  const place = useRef<HTMLDivElement>(null);
  const number = useRef<HTMLInputElement>(null);
  // So that it is there when the first answer is.
  useEffect(answerView.prepare, []);
  useEffect(() => number.current?.focus({ preventScroll: true }), []);

  const show = () => requestAnimationFrame(() => place.current?.focus({ preventScroll: innerWidth > 900 }));
  const go = async (wanted: Typed, how: Way) => {
    if (await verifyTyped(wanted, how)) show();
  };
  const next = () => {
    startNext();
    scrollTo(0, 0);
    number.current?.focus();
  };
  const { isHelpOpen, openHelp, closeHelp } = useKeys({ onNext: next });
  const choose = ({ number: plain, name, birthDate }: Example) => {
    typed.value = { number: toMasked(plain), name, birthDate: fromDay(birthDate) };
    void go(typed.value, 'sandbox');
  };
  const shown = answered.value;

  return (
    <>
      <div class="no-print">
        <ScreenTitle title={toTitle('')} lead={words.lead} />
      </div>
      <div class="verify">
        <div class="verify-form no-print">
          <VerifyForm number={number} onAsk={go} onClear={next} onHelp={openHelp} />
        </div>
        <section
          class="verify-answer stack"
          ref={place}
          tabIndex={-1}
          aria-busy={isBusy.value}
          {...(shown === undefined ? { 'aria-label': words.emptyTitle } : { 'aria-labelledby': headIds })}
        >
          <RecentAnswers
            onOpen={(one) => {
              reopen(one);
              show();
            }}
          />
          {failure.value !== undefined && (
            <ProblemNotice error={failure.value} onRetry={() => way.value && void go(typed.value, way.value)} />
          )}
          {shown === undefined ? (
            failure.value === undefined && (
              <div class="card empty no-print">
                <h2>{words.emptyTitle}</h2>
                <p>{way.value === 'sandbox' ? words.emptyLeadSandbox : words.emptyLead}</p>
              </div>
            )
          ) : (
            <>
              {isChanged(shown.asked, typed.value) && (
                <div class="no-print">
                  <Notice tone="none">{words.again}</Notice>
                </div>
              )}
              <answerView.View
                answered={shown}
                onRetry={() => void go(shown.asked, shown.way)}
                onComplete={() => document.querySelector<HTMLElement>('[data-field=name]')?.focus()}
                onNext={next}
              />
            </>
          )}
        </section>
        {way.value === 'sandbox' && (
          <div class="verify-examples no-print">
            <SandboxList onChoose={choose} />
          </div>
        )}
      </div>
      {isHelpOpen && <KeysHelp onClose={closeHelp} />}
    </>
  );
}

function isChanged(asked: Typed, now: Typed): boolean {
  return asked.number !== now.number || asked.name !== now.name || asked.birthDate !== now.birthDate;
}

/** The last answers of this page, one click away: told by their sign, number and what to do. In memory alone. */
function RecentAnswers({ onOpen }: { readonly onOpen: (one: Answered) => void }) {
  const words = verifyWords();
  if (recent.value.length < 2 && answered.value !== undefined) return null;
  if (recent.value.length === 0) return null;
  return (
    <nav class="recent no-print" aria-label={words.recent}>
      {recent.value.map((one) => {
        const { act, tone } = conclude(one.verified);
        const isSynthetic = one.verified.isSynthetic;
        return (
          <button
            key={one.verified.answer.request_id}
            type="button"
            class={isSynthetic ? 'fictitious' : ''}
            aria-current={one === answered.value ? 'true' : undefined}
            title={isSynthetic ? words.with.sandbox : undefined}
            onClick={() => onOpen(one)}
          >
            <span class={`recent-sign ${tone}`}>
              <Sign of={tone === 'none' ? 'info' : tone} />
            </span>
            <span class="number">{one.asked.number}</span>
            <span class="hidden">{`: ${words.acts[act]}`}</span>
          </button>
        );
      })}
    </nav>
  );
}
