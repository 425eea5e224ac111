// Verificar: one person or company, and the answer as a person wants it. What is typed stays in this page's memory, and goes nowhere but
// into the one call.

import { useEffect, useRef, useState } from 'preact/hooks';
import { mayActAs } from '../../src/domain/access/operator.ts';
import { isBirthDate, toBrazilDay } from '../../src/domain/dates/calendar.ts';
import { isCompanyName, isPersonName } from '../../src/domain/names/typed-name.ts';
import { consoleState } from '../api/client.ts';
import { Field, Notice, ScreenTitle, Segments } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problem-notice.tsx';
import { PurposeField } from '../design/purpose-field.tsx';
import { laterPart } from '../shell/later.tsx';
import type { Verified } from './answer.ts';
import { MaskedInput } from './masked-input.tsx';
import { fromDay, judgeNumber, type NumberState, toDay, toMasked, toMaskedDay, toPlain } from './number.ts';
import { ask, type Typed, toBody, type Way } from './question.ts';
import { type Example, SandboxList } from './sandbox-list.tsx';
import './verify.css';
import { verifyWords } from './words.ts';

const answerView = laterPart(async () => (await import('./answer-view.tsx')).AnswerView);

interface Answered {
  readonly verified: Verified;
  readonly asked: Typed;
  readonly body: object;
}

const nothing: Typed = { number: '', name: '', birthDate: '' };

export function VerifyScreen() {
  const words = verifyWords();
  const [typed, setTyped] = useState(nothing);
  const [way, setWay] = useState<Way>('sandbox');
  const [key, setKey] = useState('');
  const [purpose, setPurpose] = useState('');
  const [answered, setAnswered] = useState<Answered>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const answer = useRef<HTMLDivElement>(null);
  // So that it is there when the first answer is.
  useEffect(answerView.prepare, []);

  const state = judgeNumber(toPlain(typed.number));
  const isCompany = state.kind !== 'empty' && state.of === 'cnpj';
  const faults = findFaults(typed, isCompany);
  const canAsk = state.kind === 'right' && !faults.name && !faults.birthDate && (way !== 'key' || key.trim() !== '');

  async function verify(wanted: Typed, how: Way): Promise<void> {
    const judged = judgeNumber(toPlain(wanted.number));
    if (judged.kind !== 'right' || isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      const body = toBody(judged, wanted);
      const verified = await ask(judged.of, body, how, key.trim(), purpose === '' ? null : purpose);
      setAnswered({ verified, asked: wanted, body });
      requestAnimationFrame(() => answer.current?.focus({ preventScroll: innerWidth > 900 }));
    } catch (thrown) {
      setError(thrown);
      setAnswered(undefined);
    } finally {
      setBusy(false);
    }
  }

  const choose = ({ number, name, birthDate }: Example) => {
    const wanted = { number: toMasked(number), name, birthDate: fromDay(birthDate) };
    setTyped(wanted);
    setWay('sandbox');
    void verify(wanted, 'sandbox');
  };

  return (
    <>
      <div class="no-print">
        <ScreenTitle title={words.title} lead={words.lead} />
      </div>
      <div class="verify">
        <div class="stack no-print">
          <form
            class="card stack"
            autocomplete="off"
            onSubmit={(event) => {
              event.preventDefault();
              if (canAsk) void verify(typed, way);
            }}
          >
            <Field label={words.number} hint={toHint(state)} verdict={toVerdict(state)}>
              {(ties) => (
                <MaskedInput
                  {...ties}
                  value={typed.number}
                  mask={(text) => toMasked(toPlain(text))}
                  onValue={(number) => setTyped({ ...typed, number })}
                  placeholder={words.numberPlaceholder}
                  autocapitalize="characters"
                  required
                />
              )}
            </Field>
            <Field
              label={isCompany ? words.companyName : words.name}
              isOptional
              hint={faults.name ? words.wrongName : ''}
              verdict={faults.name ? 'wrong' : undefined}
            >
              {(ties) => (
                <input
                  {...ties}
                  value={typed.name}
                  onInput={({ currentTarget }) => setTyped({ ...typed, name: currentTarget.value })}
                  autocomplete="off"
                  maxLength={220}
                />
              )}
            </Field>
            {!isCompany && (
              <Field
                label={words.birthDate}
                isOptional
                hint={faults.birthDate ? words.wrongDate : ''}
                verdict={faults.birthDate ? 'wrong' : undefined}
              >
                {(ties) => (
                  <MaskedInput
                    {...ties}
                    value={typed.birthDate}
                    mask={toMaskedDay}
                    onValue={(birthDate) => setTyped({ ...typed, birthDate })}
                    placeholder={words.birthDatePlaceholder}
                    inputmode="numeric"
                  />
                )}
              </Field>
            )}
            <Ways way={way} onWay={setWay} secret={key} onSecret={setKey} purpose={purpose} onPurpose={setPurpose} />
            <div class="row">
              <button class="button first" type="submit" disabled={!canAsk || isBusy}>
                {isBusy ? words.working : words.submit}
              </button>
              <button
                class="button plain"
                type="button"
                onClick={() => {
                  setTyped(nothing);
                  setAnswered(undefined);
                  setError(undefined);
                }}
              >
                {words.clear}
              </button>
            </div>
          </form>
          <SandboxList onChoose={choose} />
        </div>
        <div class="stack" ref={answer} tabIndex={-1} aria-live="polite" aria-busy={isBusy}>
          {error !== undefined && <ProblemNotice error={error} />}
          {answered === undefined ? (
            error === undefined && (
              <div class="card empty">
                <h2>{words.emptyTitle}</h2>
                <p>{words.emptyLead}</p>
              </div>
            )
          ) : (
            <>
              {answered.asked.number !== typed.number && (
                <div class="no-print">
                  <Notice tone="none">{words.again}</Notice>
                </div>
              )}
              <answerView.View verified={answered.verified} body={answered.body} />
            </>
          )}
        </div>
      </div>
    </>
  );
}

interface WaysProps {
  readonly way: Way;
  readonly onWay: (way: Way) => void;
  readonly secret: string;
  readonly onSecret: (key: string) => void;
  readonly purpose: string;
  readonly onPurpose: (purpose: string) => void;
}

/** In whose name the question is asked. */
function Ways({ way, onWay, secret, onSecret, purpose, onPurpose }: WaysProps) {
  const words = verifyWords();
  const role = consoleState.value?.operator?.role;
  const ways: readonly Way[] =
    role !== undefined && mayActAs(role, 'analyst') ? ['sandbox', 'key', 'live'] : ['sandbox', 'key'];
  return (
    <div class="ways">
      <Segments
        label={words.ask}
        names={ways}
        words={words.with}
        chosen={way}
        onChoose={onWay}
        about={words.withAbout[way]}
      />
      {way === 'key' && (
        <Field label={words.key} hint={words.keyHint}>
          {(ties) => (
            <input
              {...ties}
              type="password"
              class="mono"
              value={secret}
              onInput={({ currentTarget }) => onSecret(currentTarget.value)}
              autocomplete="off"
              data-1p-ignore
              spellcheck={false}
            />
          )}
        </Field>
      )}
      {way !== 'sandbox' && <PurposeField value={purpose} onValue={onPurpose} />}
    </div>
  );
}

function findFaults({ name, birthDate }: Typed, isCompany: boolean) {
  const isName = isCompany ? isCompanyName : isPersonName;
  const day = toDay(birthDate);
  return {
    name: name.trim().length > 1 && !isName(name),
    birthDate:
      !isCompany && birthDate.length === 10 && (day === undefined || !isBirthDate(day, toBrazilDay(Date.now()))),
  };
}

function toHint(state: NumberState): string {
  const words = verifyWords();
  if (state.kind === 'empty') return '';
  const kind = words.kinds[state.of];
  if (state.kind === 'typing') return words.missing(kind, state.missing);
  return state.kind === 'right' ? words.right(kind) : words.wrong(kind);
}

function toVerdict({ kind }: NumberState): 'right' | 'wrong' | undefined {
  return kind === 'right' || kind === 'wrong' ? kind : undefined;
}
