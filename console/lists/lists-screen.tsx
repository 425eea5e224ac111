// Listas: who is on the lists of this machine, which lists there are, and how far each can be relied upon.

import { call } from '../api/client.ts';
import { Notice, ScreenTitle } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problem-notice.tsx';
import { useLooks } from '../shell/use-looks.ts';
import { formatDay, formatNumber } from '../words/format.ts';
import { Command, ListCard } from './list-card.tsx';
import { Search } from './search/search.tsx';
import { searched } from './search/search-state.ts';
import { findUnreliable, type List, type Lists, toGroups, toShortName } from './view.ts';
import { listsWords } from './words.ts';
import './lists.css';

export function ListsScreen() {
  const words = listsWords();
  const { seen, error } = useLooks(() => call('GET lists'), isAtWork);
  // On paper an answer stands alone.
  const beside = searched.value === undefined ? 'stack' : 'stack no-print';
  return (
    <>
      <div class={beside}>
        <ScreenTitle title={words.title} lead={words.lead} />
      </div>
      <div class="stack">
        {error !== undefined && <ProblemNotice error={error} />}
        {seen === undefined ? (
          error === undefined && <p class="empty">{words.loading}</p>
        ) : (
          <>
            <div class={beside}>
              <Reliance lists={toGroups(seen.lists).there} />
            </div>
            <Search names={new Map(seen.lists.map((list) => [list.list, toShortName(list)]))} />
            <div class={beside}>
              <AllLists lists={seen.lists} />
            </div>
          </>
        )}
      </div>
    </>
  );
}

function isAtWork({ lists }: Lists): boolean {
  return lists.some(({ last_import }) => last_import?.outcome === 'running');
}

function AllLists({ lists }: { readonly lists: readonly List[] }) {
  const words = listsWords();
  const { there, missing } = toGroups(lists);
  return (
    <>
      {there.length > 0 && <Group title={words.there} lists={there} />}
      {missing.length > 0 && <Group title={words.missing} lists={missing} />}
      <section class="card stack tight no-print">
        <h2>{words.updateTitle}</h2>
        <p class="quiet">{words.updateLead}</p>
        <Command text="confere lists update" />
      </section>
      <section class="card stack tight no-print">
        <h2>{words.ownTitle}</h2>
        <p class="quiet">{words.ownLead}</p>
        <Command text={words.ownFile} />
      </section>
    </>
  );
}

function Group({ title, lists }: { readonly title: string; readonly lists: readonly List[] }) {
  return (
    <section class="stack tight">
      <h2>{title}</h2>
      {lists.map((list) => (
        <ListCard key={list.list} list={list} />
      ))}
    </section>
  );
}

/** In one place, before anything else: whether "nothing found" means anything. */
function Reliance({ lists }: { readonly lists: readonly List[] }) {
  const words = listsWords();
  if (lists.length === 0) {
    return (
      <section class="card stack tight">
        <h2>{words.noneTitle}</h2>
        <p>{words.noneLead}</p>
      </section>
    );
  }
  const unreliable = findUnreliable(lists);
  if (unreliable.length === 0) return <Notice tone="good">{words.allCurrent(formatNumber(lists.length))}</Notice>;
  return (
    <Notice tone="warn">
      <strong>{words.unreliable}</strong>
      {unreliable.map((list) => (
        <span key={list.list}>{toWhy(list)}</span>
      ))}
    </Notice>
  );
}

function toWhy(list: List): string {
  const { why } = listsWords();
  const name = toShortName(list);
  if (list.state === 'stale') return why.stale(name, formatDay(list.data_as_of ?? ''));
  return list.state === 'damaged' ? why.damaged(name) : why.missing(name);
}
