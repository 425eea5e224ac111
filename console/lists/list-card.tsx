// One list: whose it is, of which day, whether it can be relied upon, and how a newer one comes here.

import { type Fact, Facts } from '../design/facts.tsx';
import { Badge, CopyButton, Notice } from '../design/parts.tsx';
import { partWords } from '../design/words.ts';
import { formatDay, formatNumber, formatTime } from '../words/format.ts';
import { type Job, type List, toTone } from './view.ts';
import { listsWords, toLeft } from './words.ts';
import type { Acting } from './work/acts.ts';
import { toPhase } from './work/job-card.tsx';
import { ListActs } from './work/list-acts.tsx';
import { ListResult } from './work/list-result.tsx';

interface ListCardProps extends Acting {
  readonly list: List;
  readonly job: Job | null;
}

export function ListCard({ list, job, ...acting }: ListCardProps) {
  const words = listsWords();
  const { title, publisher, state, data_as_of, entries } = list;
  const tone = toTone(list);
  const result = job?.progress?.results.find((each) => each.list === list.list);
  return (
    <details class="card list">
      <summary>
        <span class="list-name">
          <strong lang="pt-BR">{title}</strong> <span class="small quiet">{publisher ?? words.own}</span>
        </span>
        <span class="list-facts">
          {data_as_of !== null && <span class="number">{words.dataOf(formatDay(data_as_of))}</span>}
          {entries !== null && <span class="number">{words.entries(formatNumber(entries))}</span>}
          <Badge tone={tone} {...(state === 'stale' ? { sign: 'clock' } : {})}>
            {list.is_off ? words.off : words.states[state]}
          </Badge>
        </span>
      </summary>
      <div class="stack">
        {job?.outcome === null && job.progress?.list === list.list && result === undefined && (
          <Notice tone="none">{toPhase(job.progress, [list])}</Notice>
        )}
        {job !== null && result !== undefined && <ListResult job={job} result={result} list={list} {...acting} />}
        <Troubles list={list} toldSince={result === undefined ? null : (job?.started_at ?? null)} />
        <Facts facts={toFacts(list)} />
        <ListActs list={list} {...acting} />
        <Sources list={list} />
      </div>
    </details>
  );
}

function toFacts(list: List): readonly Fact[] {
  const words = listsWords();
  const { data_as_of, entries, stale_after_days, imported_at, previous_as_of, last_update } = list;
  return [
    [words.publisher, list.publisher ?? words.own],
    [words.shortName, list.list],
    [words.dataAsOf, data_as_of === null ? '–' : formatDay(data_as_of)],
    [words.entriesName, entries === null ? '–' : formatNumber(entries)],
    [
      words.staleAfter,
      stale_after_days === null ? words.neverStale : words.staleAfterDays(formatNumber(stale_after_days)),
    ],
    [words.importedAt, imported_at === null ? '–' : formatTime(imported_at)],
    [words.previous, previous_as_of === null ? words.none : words.previousOf(formatDay(previous_as_of))],
    [words.lastUpdate, last_update && formatTime(last_update.at)],
  ];
}

interface TroublesProps {
  readonly list: List;
  /** The result of the job that did the work reports any failure since this time. */
  readonly toldSince: string | null;
}

function Troubles({ list, toldSince }: TroublesProps) {
  const words = listsWords();
  const { problem, is_held } = list;
  const isNews = (last: List['last_import']) => last !== null && (toldSince === null || last.at < toldSince);
  const last_import = isNews(list.last_import) || list.last_import?.outcome === 'running' ? list.last_import : null;
  const last_update = isNews(list.last_update) ? list.last_update : null;
  const left = toLeft(list);
  return (
    <>
      {list.is_relied_upon && <p class="small quiet">{words.reliedUpon}</p>}
      {problem !== null && <Trouble tone="bad" sentence={words.damagedAbout} detail={problem} />}
      {last_import?.outcome === 'running' && <Notice tone="none">{words.importing}</Notice>}
      {last_import?.outcome === 'failed' && (
        <Trouble
          tone="warn"
          sentence={`${words.lastImportFailed(formatTime(last_import.at))} ${left}`}
          detail={last_import.reason}
        />
      )}
      {last_import?.outcome === 'interrupted' && (
        <Trouble tone="warn" sentence={`${words.lastImportHalf(formatTime(last_import.at))} ${left}`} detail={null} />
      )}
      {last_update?.outcome === 'failed' && (
        <Trouble
          tone="warn"
          sentence={`${words.lastUpdateFailed(formatTime(last_update.at))} ${left}`}
          detail={last_update.reason}
        />
      )}
      {is_held && <Notice tone="warn">{words.held}</Notice>}
    </>
  );
}

interface TroubleProps {
  readonly tone: 'warn' | 'bad';
  readonly sentence: string;
  /** As the command line said it, in English. */
  readonly detail: string | null;
}

function Trouble({ tone, sentence, detail }: TroubleProps) {
  return (
    <Notice tone={tone}>
      <span>{sentence}</span>
      {detail !== null && (
        <span class="small">
          {listsWords().detail}{' '}
          <span lang="en" class="list-said">
            {detail}
          </span>
        </span>
      )}
    </Notice>
  );
}

function Sources({ list: { list, page, can_download } }: { readonly list: List }) {
  const words = listsWords();
  return (
    <div class="stack tight no-print">
      {page !== null && (
        <p>
          {words.getFile}:{' '}
          <a href={page} target="_blank" rel="noopener noreferrer" class="list-said">
            {new URL(page).host}
            <span class="hidden"> {words.opensElsewhere}</span>
          </a>
        </p>
      )}
      <p class="small quiet">{words.commands}:</p>
      {can_download && <Command text={`confere lists update ${list}`} />}
      <Command text={`confere lists import ${list} ${words.file}`} />
    </div>
  );
}

export function Command({ text }: { readonly text: string }) {
  const words = listsWords();
  return (
    <div class="row list-command">
      <code>{text}</code>
      <CopyButton text={() => text} label={partWords().copy} about={words.copyCommand(text)} />
    </div>
  );
}
