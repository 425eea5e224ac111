// Cadastro: the snapshots of the company registry, and work on them. While something runs the page looks every second; it goes on
// when the page is closed, and another operator sees the same.

import { call, mayAct } from '../api/client.ts';
import { Notice, ScreenTitle } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { useLooks } from '../shell/use-looks.ts';
import { toTitle } from '../shell/words.ts';
import { Acts } from './acts.tsx';
import { JobCard } from './job-card.tsx';
import { SnapshotCard } from './snapshot-card.tsx';
import type { Act, Registry } from './view.ts';
import { registryWords } from './words.ts';
import './registry.css';

export function RegistryScreen() {
  const words = registryWords();
  const { seen: registry, error, isActing: isBusy, ...looks } = useLooks(() => call('GET registry'), isAtWork);
  const act = (wanted: Act) => void looks.act(() => perform(wanted));
  const isAdmin = mayAct('admin');
  const isRunning = registry !== undefined && isAtWork(registry);

  return (
    <>
      <ScreenTitle title={toTitle('cadastro')} lead={words.lead} />
      <div class="stack">
        {error !== undefined && <ProblemNotice error={error} />}
        {registry === undefined ? (
          error === undefined && <p class="empty">{words.loading}</p>
        ) : (
          <>
            {registry.job !== null && <JobCard job={registry.job} isAdmin={isAdmin} isBusy={isBusy} onAct={act} />}
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
                      onClick={() => act({ kind: 'release' })}
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
              <Acts registry={registry} isBusy={isBusy || isRunning} onAct={act} />
            ) : (
              <p class="quiet">{words.onlyAdmins}</p>
            )}
          </>
        )}
      </div>
    </>
  );
}

function isAtWork({ job, has_other_import }: Registry): boolean {
  return (job !== null && job.outcome === null) || has_other_import;
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
