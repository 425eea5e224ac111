// Looks one person or company up in the lists. What is typed goes nowhere but into the one call, which the audit records.

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Notice } from '../../design/parts.tsx';
import { ProblemNotice } from '../../design/problems/problem-notice.tsx';
import { laterPart, whenIdle } from '../../shell/later.tsx';
import type { ListNames } from '../view.ts';
import { SearchForm } from './search-form.tsx';
import { beginWithCarried, failure, isBusy, search, searched, startNext, typed, way } from './search-state.ts';
import { searchWords } from './words.ts';

const searchAnswer = laterPart(async () => (await import('./search-answer.tsx')).SearchAnswer);

export function Search({ names }: { readonly names: ListNames }) {
  const words = searchWords();
  const place = useRef<HTMLElement>(null);
  const shown = searched.value;
  useEffect(() => whenIdle(searchAnswer.prepare), []);
  const form = useRef<HTMLElement>(null);
  // Who was sent here is searched by Enter.
  useLayoutEffect(() => {
    if (beginWithCarried()) form.current?.querySelector<HTMLElement>('.search-fields input')?.focus();
  }, []);
  const go = async () => {
    if (await search(typed.value, way.value)) requestAnimationFrame(() => place.current?.focus());
  };
  return (
    <section class="stack" ref={form} aria-labelledby="search-title">
      <h2 id="search-title" class="no-print">
        {words.title}
      </h2>
      <SearchForm onSearch={() => void go()} onClear={startNext} />
      <section
        class="stack search-answer"
        ref={place}
        tabIndex={-1}
        aria-busy={isBusy.value}
        {...(shown === undefined
          ? { 'aria-label': words.emptyLead }
          : { 'aria-labelledby': 'search-fictitious search-head search-coverage' })}
      >
        {failure.value !== undefined && <ProblemNotice error={failure.value} onRetry={() => void go()} />}
        {shown !== undefined && (
          <>
            {shown.asked !== typed.value && (
              <div class="no-print">
                <Notice tone="none">{words.again}</Notice>
              </div>
            )}
            <searchAnswer.View searched={shown} names={names} />
          </>
        )}
      </section>
    </section>
  );
}
