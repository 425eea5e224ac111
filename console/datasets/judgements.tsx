// What speaks against a draft, what went wrong, and the way to publish a draft all the same: by the names of what is overridden.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Confirm } from '../design/confirm.tsx';
import { language } from '../words/language.ts';
import { jobWords } from './words.ts';
import './datasets.css';

interface Judged<Name extends string> {
  readonly judgements: readonly { readonly name: Name; readonly sentence: string; readonly portuguese: string }[];
}

/** The component shows the judgements, together with the names that override them if `isNamed` is set. */
export function Judgements({ judgements, isNamed = false }: Judged<string> & { readonly isNamed?: boolean }) {
  return (
    <ul class="judgements">
      {judgements.map(({ name, sentence, portuguese }) => (
        <li key={sentence}>
          {isNamed && <code>{name}</code>} {language.value === 'pt' ? portuguese : sentence}
        </li>
      ))}
    </ul>
  );
}

export function toForce<Name extends string>({ judgements }: Judged<Name>): readonly Name[] {
  return [...new Set(judgements.map(({ name }) => name))];
}

/** The component shows exactly what went wrong. The text is in English if the service has no Portuguese sentence for the fault. */
export function Said({ sentence, portuguese }: { readonly sentence: string; readonly portuguese: string | null }) {
  // A report of an older service has no Portuguese at all.
  const isForeseen = language.value === 'pt' && typeof portuguese === 'string';
  return (
    <span lang={isForeseen ? 'pt-BR' : 'en'} class="said small">
      {isForeseen ? portuguese : sentence}
    </span>
  );
}

interface OverrideProps {
  /** `about` names the item that the button overrides, for users who cannot see where the button stands. */
  readonly about?: string;
  readonly isBusy: boolean;
  /** `children` renders the dialog that asks for confirmation before anything happens. */
  readonly children: (onClose: () => void) => ComponentChildren;
}

export function Override({ about, isBusy, children }: OverrideProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <span>
        <button
          type="button"
          class="button small danger"
          {...(about === undefined ? {} : { 'aria-label': about })}
          disabled={isBusy}
          onClick={() => setAsking(true)}
        >
          {jobWords().force}
        </button>
      </span>
      {isAsking && children(() => setAsking(false))}
    </>
  );
}

interface ConfirmOverrideProps extends Judged<string> {
  readonly title: string;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

export function ConfirmOverride({ title, judgements, isBusy, onClose, onConfirm }: ConfirmOverrideProps) {
  const words = jobWords();
  return (
    <Confirm
      title={title}
      act={words.forceAct}
      isDanger
      isBusy={isBusy}
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
    >
      <p>{words.forceLead}</p>
      <Judgements judgements={judgements} isNamed />
      <p class="small quiet">{words.forceAudit}</p>
    </Confirm>
  );
}
