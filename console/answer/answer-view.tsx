// The answer as a person wants it, and the same call as a program makes it. Fetched after the form, which does not wait for it.

import { useState } from 'preact/hooks';
import { mayAct } from '../api/client.ts';
import { type Fact, Facts } from '../design/facts.tsx';
import { CopyButton, ScrollText, Tabs } from '../design/parts.tsx';
import { partWords } from '../design/words.ts';
import { follow } from '../shell/router.ts';
import { CnpjView } from './cnpj-view.tsx';
import { type SampleLanguage, sampleLanguages, toSample } from './code-samples.ts';
import { CpfView } from './cpf-view.tsx';
import { type Answered, toApiAnswer } from './facts/answer.ts';
import { AnswerFrame, AnswerPart } from './parts/frame.tsx';
import { ScreeningPart } from './parts/screening-part.tsx';
import { Verdict, type VerdictProps } from './parts/verdict.tsx';
import { answerWords } from './words/answer-words.ts';
import { listAskedFacts } from './words/report.ts';

export function AnswerView(props: VerdictProps) {
  const { answered } = props;
  const { verified } = answered;
  return (
    <>
      <AnswerFrame isSynthetic={verified.isSynthetic}>
        <Verdict {...props} />
        {verified.kind === 'cpf' ? <CpfView verified={verified} /> : <CnpjView verified={verified} />}
        <ScreeningPart answered={answered} />
        <AnswerPart title={answerWords().asked}>
          <Facts facts={toLinked(answered)} />
        </AnswerPart>
      </AnswerFrame>
      <Code answered={answered} />
    </>
  );
}

/** The protocol leads to its record, for those who may read it. */
function toLinked(answered: Answered): readonly Fact[] {
  const { isSynthetic, answer } = answered.verified;
  const facts = listAskedFacts(answered);
  if (isSynthetic || !mayAct('analyst')) return facts;
  return facts.map(([name, value]) => {
    if (value !== answer.request_id) return [name, value];
    return [
      name,
      <a key={value} href={`/console/consultas/${value}`} onClick={follow}>
        {value}
      </a>,
    ];
  });
}

function Code({ answered: { verified, body } }: { readonly answered: Answered }) {
  const words = answerWords();
  const [tab, setTab] = useState<'json' | SampleLanguage>('json');
  const text = tab === 'json' ? JSON.stringify(toApiAnswer(verified), null, 2) : toSample(tab, verified.kind, body);
  return (
    <details class="card no-print code">
      <summary>{words.asCode}</summary>
      <div class="stack">
        <Tabs label={words.asCode} tabs={{ json: words.answer, ...sampleLanguages }} chosen={tab} onChoose={setTab}>
          <ScrollText text={text} />
        </Tabs>
        <div>
          <CopyButton text={() => text} label={partWords().copy} />
        </div>
      </div>
    </details>
  );
}
