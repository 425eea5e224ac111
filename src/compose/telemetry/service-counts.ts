// What the running service counts: from what its parts tell to the metrics' own words.

import type { RequestRecord } from '../../http/connections/request-record.ts';
import type { DroppedConnections } from '../../http/connections/slots.ts';
import type { SourceEvent } from '../../sources/http-source.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

export function countRequest(metrics: Metrics, { route, status, durationMs, keyId, failure }: RequestRecord): void {
  metrics.observeRequest({ route, status, durationMs, isAuthenticated: keyId !== null, code: failure?.code ?? null });
}

export function countSourceEvent({ count }: Metrics, event: SourceEvent): void {
  const { kind, source } = event;
  if (kind === 'second_try') count('confere_source_second_tries_total', { source, why: event.why });
  else if (kind === 'token') count('confere_source_token_renewals_total', { source, outcome: event.outcome });
  else if (kind === 'defect') count('confere_source_defects_total', { source });
  else if (kind === 'asked_alone') count('confere_source_asked_alone_total', { source, why: event.why });
  else if (kind === 'shared_answer') count('confere_shared_answers_total', { source, outcome: event.outcome });
}

export function countDroppedConnections(
  { count }: Metrics,
  { noRoom, clientShare, gaveWay }: DroppedConnections,
): void {
  count('confere_connections_dropped_total', { reason: 'no_room' }, noRoom);
  count('confere_connections_dropped_total', { reason: 'client_share' }, clientShare);
  count('confere_connections_dropped_total', { reason: 'gave_way' }, gaveWay);
}
