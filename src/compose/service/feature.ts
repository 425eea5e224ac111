// What a part of the service brings along. It closes itself by `core.opened`, in the opposite order of opening.

import type { Job } from '../../app/jobs/run-jobs.ts';
import type { AddRoutes } from '../../http/feature.ts';
import type { FindUnreadiness } from '../../http/routes/readiness.ts';

export interface Feature {
  readonly routes?: AddRoutes;
  /** Work in the background, done by one process of several. */
  readonly jobs?: readonly Job[];
  /** The function returns the reason for which this feature makes `/readyz` refuse. */
  readonly findUnreadiness?: FindUnreadiness;
  /** The process stops without a successor, and callers that wait for data still being read get an answer at once. */
  readonly stopReading?: () => void;
}
