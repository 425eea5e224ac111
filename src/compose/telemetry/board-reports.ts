// Tells the console's board every few seconds what this process has counted and how it stands.

import type { Board, BoardReport } from '../../app/board/board.ts';
import type { Figures } from '../../app/board/figures.ts';
import { toObserver } from '../../app/observer.ts';

interface BoardReportsOptions {
  readonly board: Pick<Board, 'report'>;
  readonly takeFigures: () => Promise<Figures>;
  readonly readState: () => Promise<NonNullable<BoardReport['state']>>;
  /** From now on another one has its place: what it counts is told, how it stands is not. */
  readonly isLeaving: () => boolean;
}

export interface BoardReports {
  /** Out of turn, for somebody who looks now. */
  report(): Promise<void>;
  /** With a last report. */
  stop(): Promise<void>;
}

const everyMs = 5_000;

export function startBoardReports({ board, takeFigures, readState, isLeaving }: BoardReportsOptions): BoardReports {
  const report = async () =>
    board.report({ figures: await takeFigures(), state: isLeaving() ? null : await readState() });
  const timer = setInterval(toObserver(report), everyMs).unref();
  return {
    report,
    stop: async () => {
      clearInterval(timer);
      board.report({ figures: await takeFigures(), state: null });
    },
  };
}
