// The parts that screens are made of. A colour never says anything alone: a badge and a notice carry a sign and a word.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { announce } from './announce.ts';
import { partWords } from './words.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'none';

const paths = {
  good: 'M3 8.5l3.2 3.2L13 5',
  warn: 'M8 2l6.5 11.5h-13L8 2zm0 4.5v3.2m0 2v.1',
  bad: 'M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2l-3.7-3.7V5.2zM8 4.6v4m0 2.5v.1',
  /** The cross marks only a value that was compared and does not agree. A cross says "no", and a review is not a "no". */
  cross: 'M4 4l8 8m0-8l-8 8',
  none: 'M4 8h8',
  clock: 'M8 1.5a6.5 6.5 0 110 13 6.5 6.5 0 010-13zM8 4v4l2.6 1.8',
  info: 'M8 1.5a6.5 6.5 0 110 13 6.5 6.5 0 010-13zM8 7v4.2m0-6.6v.1',
} as const;

export function Sign({ of }: { readonly of: keyof typeof paths }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d={paths[of]} />
    </svg>
  );
}

interface BadgeProps {
  readonly tone: Tone;
  /** `sign` replaces the tone's own sign. */
  readonly sign?: keyof typeof paths;
  readonly children: ComponentChildren;
}

export function Badge({ tone, sign, children }: BadgeProps) {
  return (
    <span class={`badge ${tone}`}>
      {(tone !== 'none' || sign !== undefined) && <Sign of={sign ?? tone} />}
      {children}
    </span>
  );
}

/** The component announces its text when it appears: bad news at once, anything else at the next pause. */
export function Notice({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  const text = useRef<HTMLDivElement>(null);
  const isAlert = tone === 'bad';
  useEffect(() => {
    if (!isAlert) announce(toSpoken(text.current));
  }, [isAlert]);
  return (
    <div class={`notice ${tone}`} {...(isAlert ? { role: 'alert' } : {})}>
      <Sign of={tone === 'none' ? 'info' : tone} />
      <div class="stack tight" ref={text}>
        {children}
      </div>
    </div>
  );
}

/** Returns the sentences of a notice without its buttons. */
function toSpoken(element: HTMLElement | null): string {
  const parts = [...(element?.childNodes ?? [])].filter(
    (part) =>
      !(part instanceof Element && part.querySelector('button') !== null) && !(part instanceof HTMLButtonElement),
  );
  return parts
    .map((part) => (part.textContent ?? '').trim())
    .filter((sentence) => sentence !== '')
    .join('. ');
}

export interface FieldProps {
  readonly label: string;
  readonly isOptional?: boolean | undefined;
  readonly hint?: string | undefined;
  /** `fault` describes what is wrong with the typed value and replaces the hint. */
  readonly fault?: string | undefined;
  /** `verdict` states how the hint judges the typed value. */
  readonly verdict?: 'right' | 'wrong' | undefined;
  /** Gets what ties the input to its label and hint. */
  readonly children: (ties: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ComponentChildren;
}

export function Field({ label, isOptional = false, fault, children, ...said }: FieldProps) {
  const { hint = '', verdict } = fault === undefined ? said : ({ hint: fault, verdict: 'wrong' } as const);
  const id = useId();
  const words = partWords();
  // What is only being typed is not judged yet, and not spoken of at every key.
  useEffect(() => {
    if (verdict !== undefined) announce(hint);
  }, [verdict, hint]);
  return (
    <div class="field">
      <label for={id}>
        {label} {isOptional && <span class="optional">{words.optional}</span>}
      </label>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': verdict === 'wrong' })}
      <div class={`hint ${verdict ?? ''}`} id={`${id}-hint`}>
        {hint}
      </div>
    </div>
  );
}

interface CopyButtonProps {
  readonly text: () => string;
  readonly label: string;
  /** `about` names what the button copies if several buttons stand side by side. */
  readonly about?: string;
}

export function CopyButton({ text, label, about }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text());
    setCopied(true);
    announce(partWords().copied);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <button type="button" class="button small" aria-label={about} onClick={copy}>
      {isCopied ? partWords().copied : label}
    </button>
  );
}

/** The component shows the title of a screen and a sentence that states its purpose. */
export function ScreenTitle({ title, lead }: { readonly title: string; readonly lead: string }) {
  return (
    <div class="titled">
      <h1>{title}</h1>
      <p>{lead}</p>
    </div>
  );
}

interface SegmentsProps<Name extends string> {
  readonly label: string;
  /** The label may be hidden if its surroundings already say what the user chooses. */
  readonly isLabelHidden?: boolean;
  readonly names: readonly Name[];
  readonly words: Readonly<Record<Name, string>>;
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  /** `about` explains what the choice means. */
  readonly about?: string;
}

/** One of a few, all of them seen. */
export function Segments<Name extends string>({ label, isLabelHidden = false, ...props }: SegmentsProps<Name>) {
  const group = useId();
  const { names, words, chosen, onChoose, about } = props;
  return (
    <fieldset class="choices">
      <legend class={isLabelHidden ? 'hidden' : ''}>{label}</legend>
      <div class="segments">
        {names.map((name) => (
          <label key={name} class={name === chosen ? 'chosen' : ''}>
            <input type="radio" name={group} checked={name === chosen} onChange={() => onChoose(name)} />
            {words[name]}
          </label>
        ))}
      </div>
      {about !== undefined && <p class="small quiet">{about}</p>}
    </fieldset>
  );
}

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: Readonly<Record<Name, string>>;
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  readonly children: ComponentChildren;
}

/** Left and right choose, as readers of the keyboard expect. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId();
  const names = Object.keys(tabs) as Name[];
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = names[(names.indexOf(chosen) + step + names.length) % names.length] as Name;
    onChoose(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div class="stack tight">
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {tabs[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  );
}

/** The component shows text for copying at its full width, and scrolls it. */
export function ScrollText({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <pre class="scroll" tabIndex={0}>
      {text}
    </pre>
  );
}
