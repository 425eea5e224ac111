// Verificar: one person or company, and the answer as a person wants it. What is typed stays in this page's memory, and goes nowhere but
// into the one call.

import { useRef, useState } from 'preact/hooks';
import { isBirthDate, toBrazilDay } from '../../src/domain/calendar.ts';
import { isCompanyName } from '../../src/domain/company-name.ts';
import { mayActAs } from '../../src/domain/operator.ts';
import { isPersonName } from '../../src/domain/person-name.ts';
import { call, callApi, consoleState } from '../api/client.ts';
import { CopyButton, Field, Notice, Tabs } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problem-notice.tsx';
import type { CnpjAnswer, CpfAnswer, Verified } from './answer.ts';
import { CnpjView } from './cnpj-view.tsx';
import { type SampleLanguage, sampleLanguages, toSample } from './code-samples.ts';
import { CpfView } from './cpf-view.tsx';
import { MaskedInput } from './masked-input.tsx';
import { fromDay, judgeNumber, type NumberState, toDay, toMasked, toMaskedDay, toPlain } from './number.ts';
import { type Example, SandboxList } from './sandbox-list.tsx';
import { Verdict } from './verdict.tsx';
import './verify.css';
import { verifyWords } from './words.ts';

type Way = 'sandbox' | 'key' | 'live';

interface Typed {
  readonly number: string;
  readonly name: string;
  readonly birthDate: string;
}

const nothing: Typed = { number: '', name: '', birthDate: '' };

export function VerifyScreen() {
  const words = verifyWords();
  const [typed, setTyped] = useState(nothing);
  const [way, setWay] = useState<Way>('sandbox');
  const [key, setKey] = useState('');
  const [purpose, setPurpose] = useState('');
  const [verified, setVerified] = useState<Verified>();
  const [asked, setAsked] = useState<Typed>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const answer = useRef<HTMLDivElement>(null);

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
      setVerified(await ask(judged.of, toBody(judged, wanted), how, key.trim(), purpose === '' ? null : purpose));
      setAsked(wanted);
      requestAnimationFrame(() => answer.current?.focus({ preventScroll: innerWidth > 900 }));
    } catch (thrown) {
      setError(thrown);
      setVerified(undefined);
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
      <div class="titled no-print">
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
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
                  setVerified(undefined);
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
          {verified === undefined ? (
            error === undefined && (
              <div class="card empty">
                <h2>{words.emptyTitle}</h2>
                <p>{words.emptyLead}</p>
              </div>
            )
          ) : (
            <>
              {asked !== typed && asked?.number !== typed.number && (
                <div class="no-print">
                  <Notice tone="none">{words.again}</Notice>
                </div>
              )}
              <article class="card answer">
                <Verdict verified={verified} />
                {verified.kind === 'cpf' ? <CpfView answer={verified.answer} /> : <CnpjView answer={verified.answer} />}
              </article>
              <Code verified={verified} asked={asked ?? typed} />
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
  const state = consoleState.value;
  const role = state?.operator?.role;
  const ways: readonly Way[] =
    role !== undefined && mayActAs(role, 'analyst') ? ['sandbox', 'key', 'live'] : ['sandbox', 'key'];
  return (
    <fieldset class="ways">
      <legend>{words.ask}</legend>
      <div class="segments">
        {ways.map((each) => (
          <label key={each} class={each === way ? 'chosen' : ''}>
            <input type="radio" name="way" checked={each === way} onChange={() => onWay(each)} />
            {words.with[each]}
          </label>
        ))}
      </div>
      <p class="small quiet">{words.withAbout[way]}</p>
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
      {way !== 'sandbox' && (
        <Field label={words.purpose} isOptional>
          {(ties) => (
            <select {...ties} value={purpose} onChange={({ currentTarget }) => onPurpose(currentTarget.value)}>
              <option value="">{words.noPurpose}</option>
              {(state?.purposes ?? []).map((each) => (
                <option key={each} value={each}>
                  {words.purposes[each] ?? each}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </fieldset>
  );
}

function Code({ verified, asked }: { readonly verified: Verified; readonly asked: Typed }) {
  const words = verifyWords();
  const [tab, setTab] = useState<'json' | SampleLanguage>('json');
  const judged = judgeNumber(toPlain(asked.number));
  const text =
    tab === 'json'
      ? JSON.stringify(verified.answer, null, 2)
      : toSample(tab, verified.kind, judged.kind === 'right' ? toBody(judged, asked) : {});
  return (
    <section class="card stack no-print code" aria-label={words.asCode}>
      <Tabs label={words.asCode} tabs={{ json: words.answer, ...sampleLanguages }} chosen={tab} onChoose={setTab}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
        <pre class="scroll" tabIndex={0}>
          {text}
        </pre>
      </Tabs>
      <div>
        <CopyButton text={() => text} label={words.copy} />
      </div>
    </section>
  );
}

/** As the public API takes it. */
function toBody(judged: NumberState & { kind: 'right' }, { name, birthDate }: Typed) {
  const typedName = name.trim() === '' ? {} : { [judged.of === 'cpf' ? 'name' : 'company_name']: name.trim() };
  if (judged.of === 'cnpj') return { cnpj: judged.value, ...typedName };
  const day = toDay(birthDate);
  return { cpf: judged.value, ...typedName, ...(day === undefined ? {} : { birth_date: day }) };
}

async function ask(
  kind: 'cpf' | 'cnpj',
  body: ReturnType<typeof toBody>,
  way: Way,
  key: string,
  purpose: string | null,
): Promise<Verified> {
  if (way === 'key') {
    const headers = { authorization: `Bearer ${key}`, ...(purpose === null ? {} : { 'confere-purpose': purpose }) };
    const answer = callApi<unknown>(`/v1/verify/${kind}?explain=true`, body, headers);
    const isSynthetic = key.startsWith('cfr_test_');
    return kind === 'cpf'
      ? { kind, answer: (await answer) as CpfAnswer, isSynthetic }
      : { kind, answer: (await answer) as CnpjAnswer, isSynthetic };
  }
  const common = { with: way, purpose: way === 'live' ? purpose : null };
  const isSynthetic = way === 'sandbox';
  const fields = body as { cpf?: string; cnpj?: string; name?: string; company_name?: string; birth_date?: string };
  if (kind === 'cpf') {
    const { cpf = '', name = null, birth_date = null } = fields;
    return { kind, isSynthetic, answer: await call('POST verify-cpf', { ...common, cpf, name, birth_date }) };
  }
  const { cnpj = '', company_name = null } = fields;
  return { kind, isSynthetic, answer: await call('POST verify-cnpj', { ...common, cnpj, company_name }) };
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
