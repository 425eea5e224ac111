// How the service stands, as the one thing to know first: what is worst, since when, and how many were affected. As codes; pure.

import type { DashboardView } from './live-dashboard.ts';

export type Status =
  | { readonly kind: 'cut' | 'audit_stuck' | 'registry' }
  | { readonly kind: 'not_ready'; readonly ready: number; readonly known: number }
  | { readonly kind: 'all_sources' | 'failing'; readonly sinceMs: number; readonly affected: number }
  | { readonly kind: 'sources'; readonly sources: readonly SourceOutage[] }
  | { readonly kind: 'good'; readonly verifications: number };

export interface SourceOutage {
  readonly name: string;
  readonly sinceMs: number;
  readonly affected: number;
}

/** The service itself is in trouble once this share of the requests of the last minutes fails. */
const failingShare = 0.5;
const failingOverMs = 120_000;

export function toStatus(dashboard: DashboardView, isLive: boolean): Status {
  if (!isLive) return { kind: 'cut' };
  const { processes, audit, registry, hour, at_ms } = dashboard;
  if (processes.ready < processes.known) return { kind: 'not_ready', ...processes };
  if (audit?.writable === false) return { kind: 'audit_stuck' };
  const asked = hour.sources.filter(({ name, breaker }) => name !== 'company_fallback' && breaker !== null);
  const out = hour.sources.flatMap(({ name, outage }) =>
    outage === null ? [] : [{ name, sinceMs: at_ms - outage.since_ms, affected: outage.affected }],
  );
  const outOfAsked = out.filter(({ name }) => asked.some((source) => source.name === name));
  if (asked.length > 1 && outOfAsked.length === asked.length) {
    const sinceMs = Math.min(...outOfAsked.map((one) => one.sinceMs));
    return { kind: 'all_sources', sinceMs, affected: Math.max(...outOfAsked.map(({ affected }) => affected)) };
  }
  if (out.length > 0) return { kind: 'sources', sources: out };
  const lately = hour.points.filter((point) => point.at_ms >= at_ms - failingOverMs);
  const requests = lately.reduce((sum, point) => sum + point.requests, 0);
  const failed = lately.reduce((sum, point) => sum + point.failed, 0);
  if (failed > 2 && failed / requests >= failingShare) {
    const first = lately.find((point) => point.failed > 0);
    return { kind: 'failing', sinceMs: at_ms - (first?.at_ms ?? at_ms), affected: failed };
  }
  if (registry?.readiness === 'unavailable') return { kind: 'registry' };
  return { kind: 'good', verifications: hour.live_verifications + hour.test_verifications };
}
