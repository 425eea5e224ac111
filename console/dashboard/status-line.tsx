// One line on top of the board: the worst that there is to know, or that all is well. The tab's title says the same.

import { useEffect } from 'preact/hooks';
import { Notice } from '../design/parts.tsx';
import { titleNote } from '../shell/title-note.ts';
import { formatDuration, formatList, formatNumber } from '../words/format.ts';
import type { BoardView } from './live-board.ts';
import { toSourceName } from './sources-table.tsx';
import { type Status, toStatus } from './status.ts';
import { dashboardWords } from './words.ts';

export function StatusLine({ board, isLive }: { readonly board: BoardView; readonly isLive: boolean }) {
  const status = toStatus(board, isLive);
  const sentence = toSentence(status);
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
      <Notice tone={isGood ? 'good' : status.kind === 'registry' || status.kind === 'cut' ? 'warn' : 'bad'}>
        <strong>{sentence}</strong>
      </Notice>
    </div>
  );
}

function toSentence(status: Status): string {
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
