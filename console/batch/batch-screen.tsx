// Lote: a file becomes a batch, and one's batches are watched while they run.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { call, consoleState, isReachable } from '../api/client.ts';
import { ScreenTitle } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { partWords } from '../design/words.ts';
import { laterPart, whenIdle } from '../shell/later.tsx';
import { findPart, go } from '../shell/router.ts';
import { toTitle } from '../shell/words.ts';
import { formatNumber } from '../words/format.ts';
import { NewBatch } from './new/new-batch.tsx';
import { type Batch, OneBatch } from './one-batch.tsx';
import { batchWords } from './words.ts';
import './batch.css';

// With the whole answers that it shows it is as heavy as the rest of the screen.
const results = laterPart(async () => (await import('./results.tsx')).Results, { isSpare: true });
whenIdle(results.prepare);

type Batches = ConsoleAnswer<'GET batches'>;

const address = '/console/lote';
const fromList = 'opened from the batches';

function goBack(): void {
  if (history.state === fromList) history.back();
  else go(address);
}

const runningMs = 1_500;
const idleMs = 15_000;

export function BatchScreen() {
  const words = batchWords();
  const { batches, error, look, setBatches } = useBatches();
  const replace = (batch: Batch) => {
    if (batches !== undefined) setBatches({ ...batches, batches: [batch, ...batches.batches] });
    void look();
  };
  const part = findPart(address);
  const opened = batches?.batches.find(({ id }) => id === part);
  if (part !== '' && (batches === undefined || opened !== undefined)) {
    if (opened !== undefined) return <results.View key={part} batch={opened} onBack={goBack} />;
    return error === undefined ? <p class="empty">{partWords().loading}</p> : <ProblemNotice error={error} />;
  }
  return (
    <>
      <ScreenTitle title={toTitle('lote')} lead={words.lead} />
      <div class="stack">
        <NewBatch limits={batches} onStarted={replace} />
        <section class="card stack" aria-labelledby="batches-title">
          <div class="stack tight">
            <h2 id="batches-title">{words.mine}</h2>
            {batches !== undefined && <p class="quiet small">{words.keptFor(formatNumber(batches.kept_hours))}</p>}
          </div>
          {error !== undefined && <ProblemNotice error={error} />}
          {batches === undefined ? (
            error === undefined && <p class="empty">{partWords().loading}</p>
          ) : batches.batches.length === 0 ? (
            <p class="empty">{words.none}</p>
          ) : (
            <ul class="batches">
              {batches.batches.map((batch) => (
                <OneBatch
                  key={batch.id}
                  batch={batch}
                  onGone={() => void look()}
                  onOpen={() => go(`${address}/${batch.id}`, fromList)}
                />
              ))}
            </ul>
          )}
        </section>
      </div>
    </>
  );
}

/** Looked at again and again while the page is seen, somebody is signed in and the service answers; more often while one runs. */
function useBatches() {
  const [batches, setBatches] = useState<Batches>();
  const [error, setError] = useState<unknown>();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const turn = useRef(0);
  const canLook = consoleState.value?.operator?.session_id ?? '';
  const isThere = isReachable.value;

  async function look(): Promise<void> {
    clearTimeout(timer.current);
    const own = ++turn.current;
    let waitMs = idleMs;
    try {
      if (document.visibilityState === 'visible') {
        const answer = await call('GET batches');
        if (own !== turn.current) return;
        setBatches(answer);
        setError(undefined);
        if (answer.batches.some(({ status }) => status === 'running')) waitMs = runningMs;
      }
    } catch (thrown) {
      if (own !== turn.current) return;
      setError(thrown);
      // Whoever did not sign in again sees no second prompt from a timer.
      return;
    }
    timer.current = setTimeout(() => void look(), waitMs);
  }
  useEffect(() => {
    if (canLook === '' || !isThere) return;
    void look();
    const onSeen = () => document.visibilityState === 'visible' && void look();
    document.addEventListener('visibilitychange', onSeen);
    return () => {
      turn.current++;
      clearTimeout(timer.current);
      document.removeEventListener('visibilitychange', onSeen);
    };
  }, [canLook, isThere]);
  return { batches, error, look, setBatches };
}
