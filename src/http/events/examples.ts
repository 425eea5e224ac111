// The data of one event of each type: in the OpenAPI document, and in the samples that `confere webhooks trigger` sends.

import type { EventType } from '../../app/events/ports.ts';
import { exampleId } from '../openapi/parts.ts';
import { changesExample, hitsExample } from '../watches/operations.ts';

export const eventExamples = {
  'webhook.test': { webhook_id: 'wh_1a2b3c4d5e6f7081' },
  'batch.finished': {
    batch_id: 'bat_019a8e5c7b3d7c60a1f2e4d5c6b7a8f9',
    status: 'completed',
    reason: null,
    rows: 2,
    counts: { answered: 2, invalid: 0, failed: 0, outcome_unknown: 0 },
  },
  'watch.changed': {
    watch_id: 'wat_019a8e5c7b3d7c60a1f2e4d5c6b7a8f9',
    data_as_of: '2026-12-12',
    missed: false,
    changes_total: 1,
    changes: changesExample,
    after: '0',
  },
  'watch.hits': {
    watch_id: 'wat_019a8e5c7b3d7c60a1f2e4d5c6b7a8f9',
    compared_on: '2026-11-18',
    missed: false,
    hits_total: 1,
    hits: hitsExample,
    after: '0',
  },
  'watch.ended': {
    watch_id: 'wat_019a8e5c7b3d7c60a1f2e4d5c6b7a8f9',
    people: 1,
    changes: 1,
    until: '2026-12-13T03:00:00.000Z',
  },
  'budget.reached': { percent: 80, period: 'month', period_name: '2026-12', unit: 'reais', limit: '1500.0000' },
  'verification.completed': { request_id: exampleId },
} as const satisfies Record<EventType, object>;
