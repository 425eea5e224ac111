// The board as it comes from the service: held open while the page is seen, opened again by itself when it breaks off. A page in the
// background holds none, because a browser has only a few connections to one service.

import { useEffect, useState } from 'preact/hooks';
import type { DashboardEvents } from '../../src/http/console/contract.ts';
import { consoleState, isReachable, refreshState } from '../api/client.ts';

export type BoardView = DashboardEvents['board'];
export type BoardRange = BoardView['hour'];
export type BoardPoint = BoardRange['points'][number];

export type LiveBoard =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'live' | 'cut'; readonly board: BoardView }
  /** Nobody is signed in any more; what was last known is still there, where anything was. */
  | { readonly kind: 'ended'; readonly board: BoardView | undefined };

const retryMs = 2_000;
/** Twice as long as the service is ever silent. */
const silenceMsMax = 12_000;

export function useLiveBoard(): LiveBoard {
  const [board, setBoard] = useState<BoardView>();
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
    /** Whether the session is over or the service away is told by the state; otherwise it is merely asked again. */
    const onBreak = () => {
      close();
      timer = setTimeout(open, retryMs);
      void refreshState().catch(() => {});
    };
    const listen = (heard: EventSource, name: 'board' | 'tick') =>
      heard.addEventListener(name, ({ data }: MessageEvent<string>) => {
        const view = JSON.parse(data) as BoardView;
        clearTimeout(timer);
        timer = setTimeout(onBreak, silenceMsMax);
        setBoard((before) => (name === 'board' || before === undefined ? view : merge(before, view)));
        setLive(true);
      });
    const open = () => {
      clearTimeout(timer);
      if (isOver || document.visibilityState === 'hidden') return;
      source = new EventSource('/console/api/dashboard-stream');
      listen(source, 'board');
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

  if (session === undefined && consoleState.value !== undefined) return { kind: 'ended', board };
  if (board === undefined) return { kind: 'waiting' };
  return { kind: isLive ? 'live' : 'cut', board };
}

function merge(before: BoardView, after: BoardView): BoardView {
  return {
    ...after,
    hour: { ...after.hour, points: join(before.hour, after.hour) },
    day: { ...after.day, points: join(before.day, after.day) },
  };
}

/** What is told anew takes the place of what was known of that time. */
function join(before: BoardRange, after: BoardRange): readonly BoardPoint[] {
  const [first] = after.points;
  const last = after.points.at(-1);
  if (first === undefined || last === undefined) return before.points;
  const spanMs = before.points.length > 0 ? rangeMs(after.step_ms) : 0;
  const kept = before.points.filter(({ at_ms }) => at_ms < first.at_ms && at_ms > last.at_ms - spanMs);
  return [...kept, ...after.points];
}

const hourMs = 3_600_000;

/** How far back a range with such steps goes. */
export function rangeMs(stepMs: number): number {
  return stepMs < 60_000 ? hourMs : 24 * hourMs;
}
