// Lote: a file becomes a batch, and one's batches are watched while they run.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { call, consoleState, isReachable, ProblemError } from '../api/client.ts';
import { Notice, ScreenTitle } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { partWords } from '../design/words.ts';
import { laterPart, whenIdle } from '../shell/later.tsx';
import { findPart, go } from '../shell/router.ts';
import { toTitle } from '../shell/words.ts';
import { formatNumber } from '../words/format.ts';
import { NewBatch } from './new/new-batch.tsx';
import { type Batch, OneBatch, OneOfOthers, type OthersBatch } from './one-batch.tsx';
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
  if (part !== '') return <AnothersBatch key={part} id={part} />;
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
        {batches !== undefined && batches.others.length > 0 && (
          <section class="card stack" aria-labelledby="others-title">
            <div class="stack tight">
              <h2 id="others-title">{words.others}</h2>
              <p class="quiet small">{words.othersLead}</p>
            </div>
            <ul class="batches">
              {batches.others.map((batch) => (
                <OneOfOthers key={batch.id} batch={batch} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}

/** Somebody else's batch at its own address, looked at again while it runs. */
function AnothersBatch({ id }: { readonly id: string }) {
  const words = batchWords();
  const [batch, setBatch] = useState<OthersBatch>();
  const [error, setError] = useState<unknown>();
  const isThere = isReachable.value;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const look = async (): Promise<void> => {
      try {
        const answer = document.visibilityState === 'visible' ? await call('POST batch-show', { id }) : undefined;
        if (isGone) return;
        if (answer !== undefined) setBatch(answer.batch);
        setError(undefined);
        if (answer?.batch.status !== 'running' && answer !== undefined) return;
        timer = setTimeout(() => void look(), runningMs);
      } catch (thrown) {
        if (!isGone) setError(thrown);
      }
    };
    if (isThere) void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isThere]);
  const isMissing = error instanceof ProblemError && error.problem.code === 'batch_not_found';
  return (
    <>
      <ScreenTitle title={toTitle('lote')} lead={words.othersLead} />
      <div class="stack">
        <p>
          <button type="button" class="button small" onClick={() => go(address)}>
            {words.back}
          </button>
        </p>
        {isMissing && <Notice tone="none">{words.noBatch}</Notice>}
        {error !== undefined && !isMissing && <ProblemNotice error={error} />}
        {batch === undefined && error === undefined && <p class="empty">{partWords().loading}</p>}
        {batch !== undefined && !isMissing && (
          <div class="card">
            <ul class="batches">
              <OneOfOthers batch={batch} />
            </ul>
          </div>
        )}
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
        if ([...answer.batches, ...answer.others].some(({ status }) => status === 'running')) waitMs = runningMs;
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
