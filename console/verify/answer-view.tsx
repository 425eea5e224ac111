// The answer as a person wants it, and the same call as a program makes it. Fetched after the form, which does not wait for it.

import { useState } from 'preact/hooks';
import { CopyButton, Tabs } from '../design/parts.tsx';
import type { Verified } from './answer.ts';
import { answerWords } from './answer-words.ts';
import { CnpjView } from './cnpj-view.tsx';
import { type SampleLanguage, sampleLanguages, toSample } from './code-samples.ts';
import { CpfView } from './cpf-view.tsx';
import { Verdict } from './verdict.tsx';
import './answer.css';

export interface AnswerViewProps {
  readonly verified: Verified;
  /** What was asked, as the public API takes it. */
  readonly body: object;
}

export function AnswerView({ verified, body }: AnswerViewProps) {
  return (
    <>
      <article class="card answer">
        <Verdict verified={verified} />
        {verified.kind === 'cpf' ? <CpfView answer={verified.answer} /> : <CnpjView answer={verified.answer} />}
      </article>
      <Code verified={verified} body={body} />
    </>
  );
}

function Code({ verified, body }: AnswerViewProps) {
  const words = answerWords();
  const [tab, setTab] = useState<'json' | SampleLanguage>('json');
  const text = tab === 'json' ? JSON.stringify(verified.answer, null, 2) : toSample(tab, verified.kind, body);
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
