// One line on top of the dashboard: the worst that there is to know, or that all is well. The tab's title says the same.

import { useEffect } from 'preact/hooks';
import { toSourceName } from '../answer/words/source-words.ts';
import { Notice } from '../design/parts.tsx';
import { titleNote } from '../shell/title-note.ts';
import { formatDuration, formatList, formatNumber } from '../words/format.ts';
import type { DashboardView } from './live-dashboard.ts';
import { type Status, toStatus } from './status.ts';
import { dashboardWords } from './words.ts';

export function StatusLine({ dashboard, isLive }: { readonly dashboard: DashboardView; readonly isLive: boolean }) {
  const status = toStatus(dashboard, isLive);
  const sentence = toStatusSentence(status);
  const isGood = status.kind === 'good';
  useEffect(() => {
    titleNote.value = isGood ? '' : sentence;
  }, [sentence, isGood]);
  useEffect(
    () => () => {
      titleNote.value = '';
    },
    [],
  );
  return (
    <div class="status-line">
      {/* Said anew when it is another trouble, not whenever a figure of it has changed. */}
      <Notice
        key={toStatusKey(status)}
        tone={isGood ? 'good' : status.kind === 'registry' || status.kind === 'cut' ? 'warn' : 'bad'}
      >
        <strong>{sentence}</strong>
      </Notice>
    </div>
  );
}

function toStatusKey(status: Status): string {
  return status.kind === 'sources' ? status.sources.map(({ name }) => name).join() : status.kind;
}

function toStatusSentence(status: Status): string {
  const { status: words } = dashboardWords();
  switch (status.kind) {
    case 'good':
      return words.good(formatNumber(status.verifications));
    case 'not_ready':
      return words.notReady(status.ready, status.known);
    case 'all_sources':
    case 'failing':
      return words[status.kind](formatDuration(status.sinceMs / 1_000), formatNumber(status.affected));
    case 'sources': {
      const each = status.sources.map(({ name, sinceMs, affected }) =>
        words.source(toSourceName(name), formatDuration(sinceMs / 1_000), formatNumber(affected)),
      );
      return formatList(each);
    }
    default:
      return words[status.kind];
  }
}
