// The frame of an answer: on paper a letterhead, the head with its sentence, and parts below. Verificar and Listas fill it.

import type { ComponentChildren } from 'preact';
import { Sign } from '../../design/parts.tsx';
import { answerWords } from '../words/answer-words.ts';
import '../answer.css';

interface FrameProps {
  readonly isSynthetic: boolean;
  readonly children: ComponentChildren;
}

export function AnswerFrame({ isSynthetic, children }: FrameProps) {
  return (
    <article class={`card answer ${isSynthetic ? 'fictitious' : ''}`}>
      <header class="letterhead print-only">
        <img src="/favicon.ico" alt="" width="28" height="28" />
        <strong>{answerWords().letterhead}</strong>
        <span>{location.host}</span>
      </header>
      {children}
    </article>
  );
}

interface HeadProps {
  readonly tone: 'good' | 'warn' | 'bad' | 'none';
  readonly id: string;
  readonly sentence: string;
  /** `coverage` holds one paragraph for each fact. Facts that were not checked come first, and checked ones follow. */
  readonly coverage: readonly string[];
  readonly coverageId: string;
  readonly children?: ComponentChildren;
  readonly acts: ComponentChildren;
}

export function AnswerHead({ tone, id, sentence, coverage, coverageId, children, acts }: HeadProps) {
  return (
    <div class={`verdict ${tone}`}>
      <span class="verdict-sign">
        <Sign of={tone === 'none' ? 'info' : tone} />
      </span>
      <div class="stack tight">
        <h2 id={id} class="verdict-word">
          {sentence}
        </h2>
        <div id={coverageId} class="stack tight verdict-coverage">
          {coverage.map((one) => (
            <p key={one}>{one}</p>
          ))}
        </div>
        {children}
      </div>
      <div class="row verdict-acts no-print">{acts}</div>
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

export function AnswerPart({ title, children }: PartProps) {
  return (
    <section class="answer-part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}
