// What was verified since yesterday: how many, what their answers recommend, and which share has moved.

import { actWords } from '../../src/domain/risk/act-words.ts';
import { mayAct } from '../api/client.ts';
import { TableHead } from '../design/table/table-head.tsx';
import { WhatCounts } from '../design/what-counts.tsx';
import { formatDay, formatNumber, formatShare } from '../words/format.ts';
import { language } from '../words/language.ts';
import { countPeople, findMoved, findShare, type Level } from './lines.ts';
import { Part, ToScreen } from './part.tsx';
import type { ReadPart } from './parts.tsx';
import { todayWords } from './words.ts';

const levels: readonly Level[] = ['approve', 'complete', 'review', 'manual', 'none'];

function toLevelName(level: Level): string {
  return level === 'none' ? todayWords().noResult : actWords[language.value].cpf[level];
}

export function VerificationsPart({ read, ...line }: ReadPart<'verifications'>) {
  const words = todayWords();
  const { day, yesterday, today, week } = read;
  const people = countPeople(yesterday);
  const asked =
    people + yesterday.companies === 0
      ? words.nobodyAsked(formatDay(day))
      : words.asked(formatDay(day), formatNumber(people), formatNumber(yesterday.companies));
  const moved = findMoved(read).map(({ level, from, to }) =>
    (to > from ? words.up : words.fell)(toLevelName(level), toPercent(from), toPercent(to)),
  );
  const shown = levels.filter((level) => [yesterday, today, week].some((each) => each.people[level] > 0));
  return (
    <Part
      {...line}
      sentences={[asked, ...moved]}
      act={
        mayAct('analyst') ? (
          <ToScreen path="/console/consultas">{words.toAudit}</ToScreen>
        ) : (
          <ToScreen path="/console/painel">{words.toPanelNow}</ToScreen>
        )
      }
    >
      {shown.length > 0 && (
        <div>
          <WhatCounts of={words.levels}>{words.levelsCount}</WhatCounts>
          <table class="cards" aria-label={words.levels}>
            <TableHead
              columns={[
                words.level,
                { end: words.yesterday },
                { end: words.share },
                { end: words.week },
                { end: words.today },
              ]}
            />
            <tbody>
              {shown.map((level) => (
                <tr key={level}>
                  <td data-label={words.level}>{toLevelName(level)}</td>
                  <td data-label={words.yesterday} class="end">
                    {formatNumber(yesterday.people[level])}
                  </td>
                  <td data-label={words.share} class="end">
                    {toPercent(findShare(yesterday, level))}
                  </td>
                  <td data-label={words.week} class="end">
                    {toPercent(findShare(week, level))}
                  </td>
                  <td data-label={words.today} class="end">
                    {formatNumber(today.people[level])}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Part>
  );
}

function toPercent(share: number | undefined): string {
  return share === undefined ? '–' : formatShare(share);
}
