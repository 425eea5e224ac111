// Hoje: what has happened since yesterday and what needs somebody, the worst first. Read once, and again when the reader asks for it.

import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/client.ts';
import { Notice, ScreenTitle } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { useAttempt } from '../design/use-attempt.ts';
import { toTitle } from '../shell/words.ts';
import { formatClock, formatList, formatNumber } from '../words/format.ts';
import { type Line, type Morning, toLines } from './lines.ts';
import { Part, ToCommand } from './part.tsx';
import { CostPart, JudgementsPart, ListsPart, SourcesPart, WebhooksPart } from './parts.tsx';
import { VerificationsPart } from './verifications-part.tsx';
import { todayWords } from './words.ts';
import './today.css';

export function TodayScreen() {
  const words = todayWords();
  const [morning, setMorning] = useState<Morning>();
  const { isBusy, error, attempt } = useAttempt();
  const read = () => void attempt(async () => setMorning(await call('GET morning')));
  useEffect(read, []);
  return (
    <>
      <ScreenTitle title={toTitle('hoje')} lead={words.lead} />
      <div class="stack">
        {error !== undefined && <ProblemNotice error={error} />}
        <div class="row no-print">
          <button type="button" class="button small" disabled={isBusy} onClick={read}>
            {words.again}
          </button>
          {morning !== undefined && <span class="small quiet">{words.readAt(formatClock(morning.at_ms, false))}</span>}
        </div>
        {morning === undefined ? (
          error === undefined && <p class="empty">{words.loading}</p>
        ) : (
          <Parts morning={morning} />
        )}
      </div>
    </>
  );
}

function Parts({ morning }: { readonly morning: Morning }) {
  const lines = toLines(morning);
  return (
    <>
      <Head lines={lines} />
      {lines.map((line) => (
        <OnePart key={line.part} line={line} morning={morning} />
      ))}
    </>
  );
}

/** Says that all is well only where every part was read. */
function Head({ lines }: { readonly lines: readonly Line[] }) {
  const words = todayWords();
  const needy = lines.filter(({ tone }) => tone === 'bad' || tone === 'warn').length;
  const unread = lines.filter(({ tone }) => tone === 'unread').length;
  const said = [
    ...(needy > 0 ? [words.needs(formatNumber(needy))] : []),
    ...(unread > 0 ? [words.unknown(formatNumber(unread))] : []),
  ];
  const isWell = said.length === 0;
  const sentence = isWell ? words.allWell : formatList(said);
  const tone = isWell ? 'good' : lines.some((line) => line.tone === 'bad') ? 'bad' : 'warn';
  return (
    <Notice key={sentence} tone={tone}>
      <strong>{sentence.slice(0, 1).toUpperCase() + sentence.slice(1)}</strong>
    </Notice>
  );
}

function OnePart({ line, morning }: { readonly line: Line; readonly morning: Morning }) {
  const { at_ms, verifications, sources, cost, judgements, lists, webhooks } = morning;
  if (line.part === 'sources' && sources !== null) return <SourcesPart {...line} read={sources} atMs={at_ms} />;
  if (line.part === 'lists' && lists !== null) return <ListsPart {...line} read={lists} />;
  if (line.part === 'judgements' && judgements !== null) return <JudgementsPart {...line} read={judgements} />;
  if (line.part === 'webhooks' && webhooks !== null) return <WebhooksPart {...line} read={webhooks} />;
  if (line.part === 'verifications' && verifications !== null)
    return <VerificationsPart {...line} read={verifications} />;
  if (line.part === 'cost' && cost !== null) return <CostPart {...line} read={cost} />;
  const { unread, unreadWith } = todayWords();
  return (
    <Part {...line} sentences={[unread[line.part]]} act={<ToCommand about={unreadWith} text="confere doctor" />} />
  );
}
