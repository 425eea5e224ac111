// Events, what of them is on its way to webhooks, and who is told: endpoints and watches.

import { inDatabase, keepOnly, type Row, type Stores, sealed } from './store.ts';

export function toBodyPlace(id: string): string {
  return `webhook body ${id}`;
}

const ofBody = {
  column: 'sealed_body',
  purpose: 'webhook',
  place: ({ id }: Row) => toBodyPlace(String(id)),
} as const;

export const eventStores = {
  events: {
    what: {
      en: 'events that `GET /v1/events` gives again; a sole trader’s name may be in one',
      pt: 'eventos que `GET /v1/events` mostra de novo; pode haver o nome de um MEI',
    },
    ...inDatabase,
    form: sealed,
    until: { en: '`events.kept_days`', pt: '`events.kept_days`' },
    onErase: { en: 'those that name the number are deleted', pt: 'os que citam o número são excluídos' },
    personal: {
      report: ['avisos sobre uma empresa individual', 'alguns dias'],
      erased: ['event deleted.', 'events deleted.'],
      searching: 'Searching kept events',
    },
    tables: {
      event_counts: {
        key: ['key_id'],
        columns: ['key_id', 'last_number'],
        rights: keepOnly,
        moved: { part: 'webhooks', how: 'numbered anew' },
      },
      events: {
        key: ['key_id', 'number'],
        columns: ['key_id', 'number', 'id', 'event', 'sealed_body', 'created_at_ms'],
        sealed: { ...ofBody, named: ['id'] },
        moved: { part: 'webhooks', how: 'numbered anew' },
        keptFor: { as: 'event', setting: 'events.kept_days', since: 'created_at_ms' },
      },
    },
  },
  webhook_events: {
    what: {
      en: 'webhook events, waiting, delivered or dead',
      pt: 'eventos de webhook, em espera, entregues ou abandonados',
    },
    ...inDatabase,
    form: sealed,
    until: { en: '`webhooks.kept_days` after its end', pt: '`webhooks.kept_days` depois do fim' },
    onErase: { en: 'those that name the number are deleted', pt: 'os que citam o número são excluídos' },
    personal: {
      report: ['avisos enviados a outros sistemas', 'alguns dias depois do envio'],
      erased: ['webhook event deleted.', 'webhook events deleted.'],
      searching: 'Searching webhook events',
    },
    tables: {
      webhook_deliveries: {
        key: ['id'],
        columns: [
          ...['id', 'endpoint_id', 'event', 'sealed_body', 'created_at_ms', 'state', 'attempts', 'due_at_ms'],
          ...['last_outcome', 'settled_at_ms'],
        ],
        sealed: ofBody,
        moved: { part: 'webhooks' },
        keptFor: { as: 'webhook_event', setting: 'webhooks.kept_days', since: 'settled_at_ms' },
      },
    },
  },
} as const satisfies Stores;
