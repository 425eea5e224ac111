// Customer and row beside each other, out of the record of the screening: shown when somebody asks, because that is recorded.

import { useState } from 'preact/hooks';
import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { call } from '../api/client.ts';
import { SeenHit } from '../audit/screening-record.tsx';
import { Notice } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { useAttempt } from '../design/use-attempt.ts';
import '../audit/audit.css';
import { judgementsWords } from './words.ts';

interface SidesProps {
  readonly id: string;
  readonly row: string;
}

export function Sides({ id, row }: SidesProps) {
  const words = judgementsWords();
  const [shown, setShown] = useState<ConsoleAnswer<'POST judgement-sides'>>();
  const { isBusy, error, attempt } = useAttempt();
  if (shown !== undefined) {
    const { sides } = shown;
    const { hits = [], seen = [] } = sides?.screening ?? {};
    if (sides === null || hits.length === 0) return <Notice tone="warn">{words.noEvidence}</Notice>;
    return (
      <>
        {hits.map((hit, place) => (
          <SeenHit key={`${hit.row} ${hit.partner}`} hit={hit} seen={seen[place]} verification={sides} />
        ))}
      </>
    );
  }
  return (
    <div class="stack tight no-print">
      {error !== undefined && <ProblemNotice error={error} />}
      <p class="row">
        <button
          type="button"
          class="button small"
          aria-label={words.compareAbout(row)}
          disabled={isBusy}
          onClick={() => void attempt(async () => setShown(await call('POST judgement-sides', { id })))}
        >
          {words.compare}
        </button>
        <span class="small quiet">{words.compareRecorded}</span>
      </p>
    </div>
  );
}
