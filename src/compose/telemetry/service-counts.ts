// What the running service counts: from what its parts tell to the metrics' own words.

import type { RequestRecord } from '../../http/connections/request-record.ts';
import type { DroppedConnections } from '../../http/connections/slots.ts';
import type { SourceEvent } from '../../sources/http-source.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

export function countRequest(metrics: Metrics, { route, status, durationMs, keyId, failure }: RequestRecord): void {
  metrics.observeRequest({ route, status, durationMs, isAuthenticated: keyId !== null, code: failure?.code ?? null });
}

export function countSourceEvent(metrics: Metrics, event: SourceEvent): void {
  if (event.kind === 'second_try') metrics.countSecondTry(event.source, event.why);
  else if (event.kind === 'token') metrics.countTokenRenewal(event.source, event.outcome);
  else if (event.kind === 'defect') metrics.countSourceDefect(event.source);
  else if (event.kind === 'shared_answer') metrics.countSharedAnswer(event.source, event.outcome);
}

export function countDroppedConnections(metrics: Metrics, { noRoom, clientShare, gaveWay }: DroppedConnections): void {
  metrics.countDroppedConnections('no_room', noRoom);
  metrics.countDroppedConnections('client_share', clientShare);
  metrics.countDroppedConnections('gave_way', gaveWay);
}
