// Looks one person or company up in the lists. What is typed goes nowhere but into the one call, which the audit records.

import { useRef } from 'preact/hooks';
import { Notice } from '../../design/parts.tsx';
import { ProblemNotice } from '../../design/problem-notice.tsx';
import { SearchAnswer } from './search-answer.tsx';
import { SearchForm } from './search-form.tsx';
import { failure, isBusy, search, searched, startNext, typed, way } from './search-state.ts';
import type { ListNames } from './sentences.ts';
import { searchWords } from './words.ts';

export function Search({ names }: { readonly names: ListNames }) {
  const words = searchWords();
  const place = useRef<HTMLElement>(null);
  const shown = searched.value;
  const go = async () => {
    if (await search(typed.value, way.value)) requestAnimationFrame(() => place.current?.focus());
  };
  return (
    <section class="stack" aria-labelledby="search-title">
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
          : { 'aria-labelledby': 'search-fictitious search-head search-unlooked' })}
      >
        {failure.value !== undefined && <ProblemNotice error={failure.value} onRetry={() => void go()} />}
        {shown !== undefined && (
          <>
            {shown.asked !== typed.value && (
              <div class="no-print">
                <Notice tone="none">{words.again}</Notice>
              </div>
            )}
            <SearchAnswer searched={shown} names={names} />
          </>
        )}
      </section>
    </section>
  );
}
