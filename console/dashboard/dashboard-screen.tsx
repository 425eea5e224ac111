// Painel: what the service does, live. Every figure is of all its processes together.

import { useMemo, useState } from 'preact/hooks';
import { Facts } from '../design/facts.tsx';
import { Badge, Notice, Tabs, type Tone } from '../design/parts.tsx';
import { WhatCounts } from '../design/what-counts.tsx';
import { openSignIn } from '../shell/sign-in.tsx';
import { shellWords, toTitle } from '../shell/words.ts';
import { formatClock, formatDay, formatMs, formatNumber, formatShare, formatTime } from '../words/format.ts';
import { Charts } from './charts.tsx';
import {
  countVerified,
  type DashboardRange,
  type DashboardView,
  type LiveDashboard,
  useLiveDashboard,
} from './live-dashboard.ts';
import { SourcesTable } from './sources-table.tsx';
import { StatusLine } from './status-line.tsx';
import { dashboardWords } from './words.ts';
import './dashboard.css';

export function DashboardScreen() {
  const words = dashboardWords();
  const live = useLiveDashboard();
  const [range, setRange] = useState<'hour' | 'day'>('hour');
  const dashboard = live.kind === 'waiting' ? undefined : live.dashboard;
  return (
    <>
      <div class="titled dashboard-title">
        <div>
          <h1>{toTitle('painel')}</h1>
          <p>{words.lead}</p>
        </div>
        <Freshness live={live} />
      </div>
      {live.kind === 'ended' && (
        <Notice tone="warn">
          <span>{words.ended}</span>
          <span>
            <button type="button" class="button small" onClick={openSignIn}>
              {shellWords().signIn}
            </button>
          </span>
        </Notice>
      )}
      {dashboard === undefined ? (
        live.kind === 'waiting' && <p class="empty">{words.waiting}</p>
      ) : (
        <>
          <StatusLine dashboard={dashboard} isLive={live.kind === 'live'} />
          <Tabs label={words.range} tabs={words.ranges} chosen={range} onChoose={setRange}>
            <div class="dashboard">
              <Tiles dashboard={dashboard} range={dashboard[range]} />
              <Charts range={dashboard[range]} nowMs={dashboard.at_ms} />
              <SourcesTable sources={dashboard[range].sources} nowMs={dashboard.at_ms} />
              <RegistryCard registry={dashboard.registry} />
              <ServiceCard dashboard={dashboard} />
            </div>
          </Tabs>
        </>
      )}
    </>
  );
}

function Freshness({ live }: { readonly live: LiveDashboard }) {
  const words = dashboardWords();
  if (live.kind === 'waiting' || live.dashboard === undefined) return null;
  return (
    <div class="freshness">
      <Badge tone={live.kind === 'live' ? 'good' : 'warn'}>{live.kind === 'live' ? words.live : words.cut}</Badge>
      <span class="small quiet">{words.updated(formatClock(live.dashboard.at_ms, true))}</span>
    </div>
  );
}

function Tiles({ dashboard, range }: { readonly dashboard: DashboardView; readonly range: DashboardRange }) {
  const words = dashboardWords();
  const all = Object.entries(range.statuses);
  const countOf = (digit: string) =>
    all.reduce((sum, [status, count]) => sum + (status.startsWith(digit) ? count : 0), 0);
  const requests = all.reduce((sum, [, count]) => sum + count, 0);
  const failed = countOf('5');
  const lastMinute = useMemo(
    () =>
      dashboard.hour.points
        .filter(({ at_ms }) => at_ms >= dashboard.at_ms - 60_000 - dashboard.hour.step_ms)
        .slice(0, 6)
        .reduce((sum, point) => sum + countVerified(point), 0),
    [dashboard],
  );
  const verifications = range.live_verifications + range.test_verifications;
  const undecided = range.points.reduce((sum, { risk }) => sum + risk.none, 0);
  const failedShare = requests === 0 ? 0 : failed / requests;
  const toMs = (ms: number | null) => (ms === null ? '–' : formatMs(ms));
  return (
    <dl class="tiles">
      <Tile
        name={words.perMinute}
        value={formatNumber(lastMinute)}
        about={words.inRange(formatNumber(verifications))}
        counts={words.verificationsCount}
      />
      <Tile
        name={words.p95}
        value={toMs(range.p95_ms)}
        about={words.otherPercentiles(toMs(range.p50_ms), toMs(range.p99_ms))}
        counts={words.latencyCount}
      />
      <Tile
        name={words.failures}
        tone={toFailureTone(failedShare)}
        value={formatShare(failedShare)}
        about={words.failuresAbout(formatNumber(failed), formatNumber(countOf('4')))}
        counts={words.failuresCount}
      />
      <Tile
        name={words.verifications}
        tone={toFailureTone(verifications === 0 ? 0 : undecided / verifications)}
        value={formatNumber(verifications)}
        about={
          undecided > 0
            ? words.undecided(formatNumber(undecided))
            : words.byMode(formatNumber(range.live_verifications), formatNumber(range.test_verifications))
        }
        counts={words.verificationsCount}
      />
    </dl>
  );
}

/** Returns the tone for a share of failures. A share of one in a hundred deserves a look, and one in ten means trouble. */
function toFailureTone(share: number): Tone {
  return share >= 0.1 ? 'bad' : share >= 0.01 ? 'warn' : 'none';
}

interface TileProps {
  readonly name: string;
  readonly value: string;
  readonly about: string;
  readonly counts: string;
  readonly tone?: Tone;
}

function Tile({ name, value, about, counts, tone = 'none' }: TileProps) {
  return (
    <div class={`card tile ${tone}`}>
      <dt>{name}</dt>
      <dd class="figure number">{value}</dd>
      <dd class="small quiet">{about}</dd>
      <dd>
        <WhatCounts of={name}>{counts}</WhatCounts>
      </dd>
    </div>
  );
}

const readinessTones = { ready: 'good', verifying: 'warn', empty: 'none', unavailable: 'bad' } as const;

function RegistryCard({ registry }: { readonly registry: DashboardView['registry'] }) {
  const words = dashboardWords();
  if (registry === null) return null;
  const readiness = registry.readiness as keyof typeof readinessTones;
  return (
    <section class="card stack tight half">
      <div class="row spread">
        <h2>{words.registry}</h2>
        <Badge tone={readinessTones[readiness]}>{words.readiness[readiness]}</Badge>
      </div>
      {readiness === 'empty' ? (
        <p class="quiet">{words.registryEmpty}</p>
      ) : (
        <>
          {registry.problem !== null && <Notice tone="bad">{registry.problem}</Notice>}
          <Facts
            facts={[
              [words.dataAsOf, registry.data_as_of === null ? '–' : formatDay(registry.data_as_of)],
              [words.establishments, registry.establishments === null ? '–' : formatNumber(registry.establishments)],
              [words.importedAt, registry.imported_at === null ? '–' : formatTime(registry.imported_at)],
              [
                words.verifiedAt,
                registry.verified_at === null ? words.neverVerified : formatTime(registry.verified_at),
              ],
            ]}
          />
        </>
      )}
    </section>
  );
}

function ServiceCard({ dashboard: { processes, connections, audit } }: { readonly dashboard: DashboardView }) {
  const words = dashboardWords();
  return (
    <section class="card stack tight half">
      <h2>{words.service}</h2>
      <Facts
        facts={[
          [words.processes, words.processesOf(processes.ready, processes.known)],
          [words.connections, formatNumber(connections)],
          [words.audit, audit?.writable === false ? words.auditStates.stuck : words.auditStates.writable],
          [words.queued, formatNumber(audit?.queued ?? 0)],
        ]}
      />
    </section>
  );
}
