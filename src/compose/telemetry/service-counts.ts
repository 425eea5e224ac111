// What the running service counts: from what its parts tell to the metrics' own words, and to the usage of each key.

import type { UsageTally } from '../../app/usage/tally.ts';
import type { RequestRecord } from '../../http/answer/request-record.ts';
import type { DroppedConnections } from '../../http/connections/slots.ts';
import type { SourceEvent } from '../../sources/http-source.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

export function countRequest(metrics: Metrics, { route, status, durationMs, keyId, failure }: RequestRecord): void {
  metrics.observeRequest({ route, status, durationMs, isAuthenticated: keyId !== null, code: failure?.code ?? null });
}

export function countSourceEvent(metrics: Metrics, usage: UsageTally, event: SourceEvent): void {
  if (event.kind === 'second_try') {
    metrics.countSecondTry(event.source, event.why);
    usage.countSecondTry(event.source);
  } else if (event.kind === 'token') metrics.countTokenRenewal(event.source, event.outcome);
}

export function countDroppedConnections(metrics: Metrics, { noRoom, clientShare, gaveWay }: DroppedConnections): void {
  metrics.countDroppedConnections('no_room', noRoom);
  metrics.countDroppedConnections('client_share', clientShare);
  metrics.countDroppedConnections('gave_way', gaveWay);
}
