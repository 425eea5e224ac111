// The answer as a person wants it, and the same call as a program makes it. Fetched after the form, which does not wait for it.

import { useState } from 'preact/hooks';
import { Facts } from '../design/facts.tsx';
import { CopyButton, ScrollText, Tabs } from '../design/parts.tsx';
import type { Answered } from './answer.ts';
import { answerWords } from './answer-words.ts';
import { CnpjView } from './cnpj-view.tsx';
import { type SampleLanguage, sampleLanguages, toSample } from './code-samples.ts';
import { CpfView } from './cpf-view.tsx';
import { toAsked } from './report.ts';
import { Verdict, type VerdictProps } from './verdict.tsx';
import './answer.css';

export function AnswerView(props: VerdictProps) {
  const { answered } = props;
  const { verified } = answered;
  const words = answerWords();
  return (
    <>
      <article class={`card answer ${verified.isSynthetic ? 'fictitious' : ''}`}>
        <header class="letterhead print-only">
          <img src="/favicon.ico" alt="" width="28" height="28" />
          <strong>{words.letterhead}</strong>
          <span>{location.host}</span>
        </header>
        <Verdict {...props} />
        {verified.kind === 'cpf' ? <CpfView verified={verified} /> : <CnpjView verified={verified} />}
        <section class="answer-part">
          <h3>{words.asked}</h3>
          <Facts facts={toAsked(answered)} />
        </section>
      </article>
      <Code answered={answered} />
    </>
  );
}

function Code({ answered: { verified, body } }: { readonly answered: Answered }) {
  const words = answerWords();
  const [tab, setTab] = useState<'json' | SampleLanguage>('json');
  const text = tab === 'json' ? JSON.stringify(verified.answer, null, 2) : toSample(tab, verified.kind, body);
  return (
    <details class="card no-print code">
      <summary>{words.asCode}</summary>
      <div class="stack">
        <Tabs label={words.asCode} tabs={{ json: words.answer, ...sampleLanguages }} chosen={tab} onChoose={setTab}>
          <ScrollText text={text} />
        </Tabs>
        <div>
          <CopyButton text={() => text} label={words.copy} />
        </div>
      </div>
    </details>
  );
}
