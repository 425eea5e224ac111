// Listas: who is on the lists of this machine, which lists there are, and how far each can be relied upon.

import { call, mayAct } from '../api/client.ts';
import { Notice, ScreenTitle } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { laterPart } from '../shell/later.tsx';
import { useLooks } from '../shell/use-looks.ts';
import { toTitle } from '../shell/words.ts';
import { formatDay, formatNumber } from '../words/format.ts';
import { Command, ListCard } from './list-card.tsx';
import { Search } from './search/search.tsx';
import { searched } from './search/search-state.ts';
import { findUnreliable, type List, type Lists, toGroups, toShortName } from './view.ts';
import { listsWords } from './words.ts';
import { type Acting, perform } from './work/acts.ts';
import { ImportOwn, UpdateAll } from './work/all-acts.tsx';
import { JobCard, Sending } from './work/job-card.tsx';
import './lists.css';

/** Only analysts try it, and only on a list that is there. */
const sensitivityTrial = laterPart(async () => (await import('./sensitivity.tsx')).SensitivityTrial, { isSpare: true });

export function ListsScreen() {
  const words = listsWords();
  const { seen, error, isActing, act } = useLooks(() => call('GET lists'), isAtWork);
  const acting: Acting = {
    isAdmin: mayAct('admin'),
    isBusy: isActing || (seen?.job !== null && seen?.job?.outcome === null),
    onAct: (wanted) => void act(() => perform(wanted)),
  };
  // On paper an answer stands alone.
  const beside = searched.value === undefined ? 'stack' : 'stack no-print';
  return (
    <>
      <div class={beside}>
        <ScreenTitle title={toTitle('listas')} lead={words.lead} />
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
            <Search names={toNamesByList(seen)} />
            <div class={beside}>
              <AllLists seen={seen} acting={acting} />
            </div>
          </>
        )}
      </div>
    </>
  );
}

function toNamesByList({ lists }: Lists): ReadonlyMap<string, string> {
  return new Map(lists.map((list) => [list.list, toShortName(list)]));
}

function isAtWork({ lists, job }: Lists): boolean {
  return (job !== null && job.outcome === null) || lists.some(({ last_import }) => last_import?.outcome === 'running');
}

interface AllListsProps {
  readonly seen: Lists;
  readonly acting: Acting;
}

function AllLists({ seen: { lists, job }, acting }: AllListsProps) {
  const words = listsWords();
  const { there, missing } = toGroups(lists);
  const usable = there.filter(({ state }) => state === 'current' || state === 'stale');
  const toGroup = (title: string, group: readonly List[]) =>
    group.length > 0 && (
      <section class="stack tight">
        <h2>{title}</h2>
        {group.map((list) => (
          <ListCard key={list.list} list={list} job={job} {...acting} />
        ))}
      </section>
    );
  return (
    <>
      <section class="card stack tight no-print">
        <h2>{words.updateTitle}</h2>
        <p class="quiet">{words.updateLead}</p>
        <UpdateAll {...acting} />
        <Command text="confere lists update" />
      </section>
      <Sending />
      {job !== null && (
        <div class="no-print">
          <JobCard job={job} lists={lists} {...acting} />
        </div>
      )}
      {toGroup(words.there, there)}
      {toGroup(words.missing, missing)}
      {mayAct('analyst') && usable.length > 0 && <sensitivityTrial.View lists={usable} />}
      <section class="card stack tight no-print">
        <h2>{words.ownTitle}</h2>
        <p class="quiet">{words.ownLead}</p>
        <ImportOwn {...acting} />
        <Command text={words.ownFile} />
      </section>
    </>
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
