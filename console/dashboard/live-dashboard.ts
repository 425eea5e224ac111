// The dashboard as it comes from the service: held open while the page is seen, opened again by itself when it breaks off. A page in the
// background holds none, because a browser has only a few connections to one service.

import { useEffect, useState } from 'preact/hooks';
import type { DashboardEvents } from '../../src/http/console/contract.ts';
import { consoleState, isReachable, refreshState } from '../api/client.ts';

export type DashboardView = DashboardEvents['dashboard'];
export type DashboardRange = DashboardView['hour'];
export type DashboardPoint = DashboardRange['points'][number];

export type LiveDashboard =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'live' | 'cut'; readonly dashboard: DashboardView }
  /** The session has ended. `dashboard` keeps the last known figures, if there are any. */
  | { readonly kind: 'ended'; readonly dashboard: DashboardView | undefined };

const retryMs = 2_000;
/** Twice as long as the service is ever silent. */
const silenceMsMax = 12_000;

export function useLiveDashboard(): LiveDashboard {
  const [dashboard, setDashboard] = useState<DashboardView>();
  const [isLive, setLive] = useState(false);
  const isThere = isReachable.value;
  const session = consoleState.value?.operator?.session_id;

  useEffect(() => {
    if (!isThere || session === undefined) {
      setLive(false);
      return;
    }
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;

    const close = () => {
      clearTimeout(timer);
      source?.close();
      source = undefined;
      setLive(false);
    };
    /** The state tells whether the session is over or the service is away. In any other case the page simply asks again. */
    const onBreak = () => {
      close();
      timer = setTimeout(open, retryMs);
      void refreshState().catch(() => {});
    };
    const listen = (heard: EventSource, name: 'dashboard' | 'tick') =>
      heard.addEventListener(name, ({ data }: MessageEvent<string>) => {
        const view = JSON.parse(data) as DashboardView;
        clearTimeout(timer);
        timer = setTimeout(onBreak, silenceMsMax);
        setDashboard((before) => (name === 'dashboard' || before === undefined ? view : merge(before, view)));
        setLive(true);
      });
    const open = () => {
      clearTimeout(timer);
      if (isOver || document.visibilityState === 'hidden') return;
      source = new EventSource('/console/api/dashboard-stream');
      listen(source, 'dashboard');
      listen(source, 'tick');
      source.addEventListener('end', onBreak);
      source.onerror = onBreak;
      timer = setTimeout(onBreak, silenceMsMax);
    };
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') close();
      else if (source === undefined) open();
    };
    document.addEventListener('visibilitychange', onVisibility);
    open();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onVisibility);
      close();
    };
  }, [isThere, session]);

  if (session === undefined && consoleState.value !== undefined) return { kind: 'ended', dashboard };
  if (dashboard === undefined) return { kind: 'waiting' };
  return { kind: isLive ? 'live' : 'cut', dashboard };
}

function merge(before: DashboardView, after: DashboardView): DashboardView {
  return {
    ...after,
    hour: { ...after.hour, points: join(before.hour, after.hour) },
    day: { ...after.day, points: join(before.day, after.day) },
  };
}

/** Joins two ranges. New points replace the known points of the same time. */
function join(before: DashboardRange, after: DashboardRange): readonly DashboardPoint[] {
  const [first] = after.points;
  const last = after.points.at(-1);
  if (first === undefined || last === undefined) return before.points;
  const spanMs = before.points.length > 0 ? rangeMs(after.step_ms) : 0;
  const kept = before.points.filter(({ at_ms }) => at_ms < first.at_ms && at_ms > last.at_ms - spanMs);
  return [...kept, ...after.points];
}

const hourMs = 3_600_000;

/** Counts the verifications, regardless of their results. */
export function countVerified({ risk }: Pick<DashboardPoint, 'risk'>): number {
  return risk.low + risk.medium + risk.high + risk.none;
}

/** Returns how far back a range with steps of this length reaches. */
export function rangeMs(stepMs: number): number {
  return stepMs < 60_000 ? hourMs : 24 * hourMs;
}
