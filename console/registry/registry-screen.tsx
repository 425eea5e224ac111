// Cadastro: the snapshots of the company registry, and work on them. While something runs the page looks every second; it goes on
// when the page is closed, and another operator sees the same.

import { useEffect, useState } from 'preact/hooks';
import { mayActAs } from '../../src/domain/access/operator.ts';
import { call, consoleState, isReachable } from '../api/client.ts';
import { Notice, ScreenTitle } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problem-notice.tsx';
import { Acts } from './acts.tsx';
import { JobCard } from './job-card.tsx';
import { SnapshotCard } from './snapshot-card.tsx';
import type { Act, Registry } from './view.ts';
import { registryWords } from './words.ts';
import './registry.css';

const lookMs = { busy: 1_000, idle: 10_000 };

export function RegistryScreen() {
  const words = registryWords();
  const [registry, setRegistry] = useState<Registry>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const role = consoleState.value?.operator?.role;
  const isAdmin = role !== undefined && mayActAs(role, 'admin');
  const isRunning = (registry?.job !== null && registry?.job.outcome === null) || registry?.has_other_import === true;
  const isThere = isReachable.value;

  useEffect(() => {
    if (!isThere || role === undefined) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      if (document.visibilityState === 'visible') {
        try {
          const found = await call('GET registry');
          if (isOver) return;
          setRegistry(found);
          setError(undefined);
        } catch (thrown) {
          if (!isOver) setError(thrown);
        }
      }
      if (!isOver) timer = setTimeout(look, isRunning ? lookMs.busy : lookMs.idle);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isRunning, isThere, role]);

  const act = async (wanted: Act) => {
    setBusy(true);
    setError(undefined);
    try {
      setRegistry(await perform(wanted));
    } catch (thrown) {
      setError(thrown);
    }
    setBusy(false);
  };

  return (
    <>
      <ScreenTitle title={words.title} lead={words.lead} />
      <div class="stack">
        {error !== undefined && <ProblemNotice error={error} />}
        {registry === undefined ? (
          error === undefined && <p class="empty">{words.loading}</p>
        ) : (
          <>
            {registry.job !== null && (
              <JobCard job={registry.job} isAdmin={isAdmin} isBusy={isBusy} onAct={(wanted) => void act(wanted)} />
            )}
            {registry.has_other_import && <Notice tone="none">{words.otherImport}</Notice>}
            {registry.held && (
              <Notice tone="warn">
                <span>{words.held}</span>
                {isAdmin && (
                  <span>
                    <button
                      type="button"
                      class="button small"
                      disabled={isBusy}
                      onClick={() => void act({ kind: 'release' })}
                    >
                      {words.release}
                    </button>
                  </span>
                )}
              </Notice>
            )}
            {registry.live === null ? (
              <FirstRun isAdmin={isAdmin} />
            ) : (
              <div class="snapshots">
                <SnapshotCard name="live" snapshot={registry.live} />
                <SnapshotCard name="previous" snapshot={registry.previous} />
              </div>
            )}
            {isAdmin ? (
              <Acts registry={registry} isBusy={isBusy || isRunning === true} onAct={(wanted) => void act(wanted)} />
            ) : (
              <p class="quiet">{words.onlyAdmins}</p>
            )}
          </>
        )}
      </div>
    </>
  );
}

async function perform(wanted: Act): Promise<Registry> {
  switch (wanted.kind) {
    case 'import':
      return call('POST registry-import', { folder: wanted.folder, force: wanted.force });
    case 'update':
      return call('POST registry-update', { force: wanted.force });
    case 'rollback':
      return call('POST registry-rollback', { from: wanted.from, to: wanted.to });
    case 'release':
      return call('POST registry-release');
    case 'stop':
      await call('POST registry-stop');
      return call('GET registry');
  }
}

function FirstRun({ isAdmin }: { readonly isAdmin: boolean }) {
  const words = registryWords();
  return (
    <section class="card first-run stack">
      <div class="stack tight">
        <h2>{words.firstTitle}</h2>
        <p>{words.firstLead}</p>
      </div>
      <ol>
        {words.firstSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {!isAdmin && <p class="quiet">{words.firstViewer}</p>}
      <p class="small quiet">
        {words.firstCommand} <code>confere registry update</code>
      </p>
    </section>
  );
}
