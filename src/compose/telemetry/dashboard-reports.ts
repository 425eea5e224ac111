// Tells the console's dashboard every few seconds what this process has counted and how it stands.

import type { Dashboard, DashboardReport } from '../../app/dashboard/dashboard.ts';
import type { Figures } from '../../app/dashboard/figures.ts';
import { toObserver } from '../../app/observer.ts';

interface DashboardReportsOptions {
  readonly dashboard: Pick<Dashboard, 'report'>;
  readonly takeFigures: () => Promise<Figures>;
  readonly readState: () => Promise<NonNullable<DashboardReport['state']>>;
  /** Tells whether another process has taken this one's place. The dashboard then reports its counts, but no longer its state. */
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
    /** Stops the reports after a last one. */
    stop: async () => {
      clearInterval(timer);
      dashboard.report({ figures: await takeFigures(), state: null });
    },
  };
}
