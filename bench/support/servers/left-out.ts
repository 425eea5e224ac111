// What a benchmark puts in the place of the audit and the metrics, to find out what they cost. No setting does that.

import type { RecordVerification } from '../../../src/app/audit/write/record-verification.ts';
import { noFigures } from '../../../src/app/dashboard/figures.ts';
import type { Metrics } from '../../../src/telemetry/metrics.ts';

export const recordNothing: RecordVerification = {
  refuseUnrecorded: () => {},
  intent: () => undefined,
  withdraw: () => {},
  person: () => undefined,
  company: () => undefined,
};

export const countNothing: Metrics = {
  observeRequest: () => {},
  observeVerification: () => {},
  observeScreening: () => {},
  count: () => {},
  observe: () => {},
  expect: () => {},
  snapshot: () => Promise.reject(new Error('nothing was counted')),
  takeFigures: async () => noFigures,
};
