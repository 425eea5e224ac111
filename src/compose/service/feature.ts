// What a part of the service brings along. It closes itself by `core.opened`, in the opposite order of opening.

import type { Job } from '../../app/jobs/run-jobs.ts';
import type { AddRoutes } from '../../http/feature.ts';
import type { FindUnreadiness } from '../../http/routes/operations.ts';

export interface Feature {
  readonly routes?: AddRoutes;
  /** Work in the background, done by one process of several. */
  readonly jobs?: readonly Job[];
  /** Why `/readyz` says no because of it. */
  readonly findUnreadiness?: FindUnreadiness;
  /** The process stops, and nobody takes over: whoever waits for what is still being read is answered at once. */
  readonly stopReading?: () => void;
}
