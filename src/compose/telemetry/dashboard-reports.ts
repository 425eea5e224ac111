// Tells the console's dashboard every few seconds what this process has counted and how it stands.

import type { Dashboard, DashboardReport } from '../../app/dashboard/dashboard.ts';
import type { Figures } from '../../app/dashboard/figures.ts';
import { toObserver } from '../../app/observer.ts';

interface DashboardReportsOptions {
  readonly dashboard: Pick<Dashboard, 'report'>;
  readonly takeFigures: () => Promise<Figures>;
  readonly readState: () => Promise<NonNullable<DashboardReport['state']>>;
  /** From now on another one has its place: what it counts is told, how it stands is not. */
  readonly isLeaving: () => boolean;
}

const everyMs = 5_000;

export function startDashboardReports({ dashboard, takeFigures, readState, isLeaving }: DashboardReportsOptions) {
  const report = async () =>
    dashboard.report({ figures: await takeFigures(), state: isLeaving() ? null : await readState() });
  const timer = setInterval(toObserver(report), everyMs).unref();
  return {
    /** Out of turn, for somebody who looks now. */
    report,
    /** With a last report. */
    stop: async () => {
      clearInterval(timer);
      dashboard.report({ figures: await takeFigures(), state: null });
    },
  };
}
