// One part of the morning: its trouble as the title, more of it below, and the one step that mends it.

import type { ComponentChildren } from 'preact';
import { Badge, CopyButton } from '../design/parts.tsx';
import { partWords } from '../design/words.ts';
import { follow } from '../shell/router.ts';
import { language } from '../words/language.ts';
import type { Line } from './lines.ts';
import { todayWords } from './words.ts';

interface PartProps extends Line {
  /** The first is the title. */
  readonly sentences: readonly string[];
  readonly act?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Part({ part, tone, sentences: [title, ...more], act, children }: PartProps) {
  const words = todayWords();
  return (
    <section class="card stack tight today-part" aria-labelledby={`today-${part}`}>
      <div class="row spread">
        <Badge tone={tone === 'unread' ? 'warn' : tone} {...(tone === 'unread' && { sign: 'info' })}>
          {words.parts[part]}: {words.tones[tone]}
        </Badge>
      </div>
      <h2 id={`today-${part}`}>{title}</h2>
      {more.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {children}
      {act !== undefined && <div class="row no-print">{act}</div>}
    </section>
  );
}

export function ToScreen({ path, children }: { readonly path: string; readonly children: string }) {
  return (
    <a class="button small" href={path} onClick={follow}>
      {children}
    </a>
  );
}

/** `place` names a page of the manual and its heading, in both languages. */
export function ToManual({
  place,
  children,
}: {
  readonly place: Record<'pt' | 'en', string>;
  readonly children: string;
}) {
  return (
    <a class="button small" href={`/docs/${language.value === 'pt' ? 'pt-BR/' : ''}${place[language.value]}`}>
      {children}
    </a>
  );
}

export function ToCommand({ about, text }: { readonly about: string; readonly text: string }) {
  return (
    <>
      <span>{about}</span>
      <code>{text}</code>
      <CopyButton text={() => text} label={partWords().copy} about={todayWords().copyCommand(text)} />
    </>
  );
}
