// The schemas of events: as they are sent to an endpoint, and as they are listed.

import type { EventType } from '../../app/events/ports.ts';
import type { EventsPage } from '../../app/events/read-events.ts';
import { budgetPeriods, budgetUnits, warnedPercent } from '../../domain/budgets/budget.ts';
import { batchReason } from '../batches/contract.ts';
import { count, flag, listOf, named, object, oneOf, type TSchema, Type, text, textOrNull, titled } from '../schema.ts';
import { watchHitFacts, watchHitKind } from '../watches/contract.ts';

export interface EventsResponse {
  events: EventsPage['events'];
  next_cursor: string | null;
}

interface EventKind {
  /** `schema` names the component in the OpenAPI document. */
  readonly schema: string;
  readonly summary: string;
  readonly description: string;
  readonly data: TSchema;
}

/** A kind of event that is not described here does not compile. */
export const eventKinds: Readonly<Record<EventType, EventKind>> = {
  'webhook.test': {
    schema: 'WebhookTestEvent',
    summary: 'A try',
    description: 'Sent by `confere webhooks test`: it proves that the endpoint is reached and knows the secret.',
    data: object({ webhook_id: text('`wh_…`') }, 'Which endpoint is tried.'),
  },
  'batch.finished': {
    schema: 'BatchFinishedEvent',
    summary: 'A batch has ended',
    description: 'A batch is worked off, or ended before its last row for `reason`.',
    data: object(
      {
        batch_id: text('`bat_…`'),
        status: oneOf('BatchOutcome', ['completed', 'failed'], '`failed`: it ended before its last row, for `reason`.'),
        reason: batchReason,
        rows: count('How many there are.'),
        counts: named('BatchCounts'),
      },
      'The batch, and how many of its rows came to what.',
    ),
  },
  'watch.changed': {
    schema: 'WatchChangedEvent',
    summary: 'Watched companies changed',
    description: 'Companies of a watch changed with the newest data of the registry, or what changed is not known.',
    data: object(
      {
        watch_id: text('`wat_…`'),
        data_as_of: text('The date of the newest data.', { format: 'date' }),
        missed: flag('What changed before this data is not known: compare your own records.'),
        changes_total: count('How many changes there are.'),
        changes: listOf(
          named('WatchChange'),
          'The first hundred; all of them are at `GET /v1/watches/{id}/changes`, behind `after`.',
        ),
        after: text('As `cursor` it gives all changes of this event.'),
      },
      'The watch, and what changed of its companies.',
    ),
  },
  'watch.hits': {
    schema: 'WatchHitsEvent',
    summary: 'Watched people or companies have new, ended or changed hits',
    description:
      'A list changed, or a hit began or ended by its date, for somebody who is watched. Who it is stands at `GET /v1/watches/{id}/changes` alone.',
    data: object(
      {
        watch_id: text('`wat_…`'),
        compared_on: text('The day of the comparison, in America/Sao_Paulo.', { format: 'date' }),
        missed: flag('An older edition of a list was gone: all hits of that list that are there are told as new.'),
        hits_total: count('How many changes there are.'),
        hits: listOf(
          titled(
            'WatchEventHit',
            object(
              { cursor: text('Its place in the list of changes.'), kind: watchHitKind, ...watchHitFacts },
              'One hit, without the person.',
            ),
          ),
          'The first hundred; all of them are at `GET /v1/watches/{id}/changes`, behind `after`.',
        ),
        after: text('As `cursor` it gives all changes of this event.'),
      },
      'The watch, and what became of the hits about its people or companies.',
    ),
  },
  'watch.ended': {
    schema: 'WatchEndedEvent',
    summary: 'A watch of people has ended',
    description:
      'The last day of a watch of people is over, and it is deleted with its people and its hits. Create it anew to go on.',
    data: object(
      {
        watch_id: text('`wat_…`'),
        people: count('How many people it had.'),
        changes: count('How many changes it found.'),
        until: text('When it ended.', { format: 'date-time' }),
      },
      'The watch, as it was.',
    ),
  },
  'budget.reached': {
    schema: 'BudgetReachedEvent',
    summary: 'The key has used 80 or 100 % of a budget',
    description:
      'The key has used so much of what its operator lets it spend on calls to sources. Told once in a period.',
    data: object(
      {
        percent: {
          title: 'BudgetPercent',
          type: 'integer',
          enum: [warnedPercent, 100],
          description: 'At 100 the budget is used up.',
        },
        period: oneOf('BudgetPeriod', budgetPeriods, 'In America/Sao_Paulo.'),
        period_name: text('The day or the month, such as `2026-12`.'),
        unit: oneOf('BudgetUnit', budgetUnits, 'What is counted.'),
        limit: text('Calls, or reais with four decimals.'),
      },
      'Which budget, and how much of it.',
    ),
  },
  'verification.completed': {
    schema: 'VerificationCompletedEvent',
    summary: 'A verification that was pending is complete',
    description:
      'A verification that was answered with 202 has its answer, or waits no more. Read it at `GET /v1/verifications/{request_id}`.',
    data: object({ request_id: text('`req_…`, as the answer with 202 had it.') }, 'Which verification.'),
  },
};

const place = {
  id: text('`msg_…`: the `webhook-id` of the call that tells of the same event.'),
  cursor: text('Keep that of the last event you have read: as `after` it gives what came after it.'),
};

const sample = Type.Optional(
  Type.Unsafe<true>({
    ...{ type: 'boolean', const: true },
    description: 'Only a sample has it, which `confere webhooks trigger` sends: it tells of nothing that happened.',
  }),
);

/** Writes the schema out for each kind, because client generators do not understand a union inside an intersection. */
function toSchemas(prefix: string, more: Readonly<Record<string, TSchema>>): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(eventKinds).map(([type, { schema, description, data }]) => [
      `${prefix}${schema}`,
      Type.Object(
        {
          ...more,
          type: { type: 'string', const: type, description: 'What happened.' },
          timestamp: text('When it happened.', { format: 'date-time' }),
          sample,
          data: titled(schema.replace(/Event$/, 'Data'), data),
        },
        { description, additionalProperties: false },
      ),
    ]),
  );
}

const listed = toSchemas('Listed', place);

export const eventSchemas = {
  ...toSchemas('', {}),
  ...listed,
  ListedEvent: {
    description: 'An event with its place in the list.',
    oneOf: Object.keys(listed).map((name) => named(name)),
  },
  EventList: object(
    {
      events: listOf(named('ListedEvent'), 'In the order in which they happened.'),
      next_cursor: textOrNull('Send it as `after` for the next page; null where there is none yet.'),
    },
    'A page of events.',
  ),
};
