// How near the end of a certificate is. An authority takes days for a new one, so operators hear of it in three steps.

const dayMs = 86_400_000;

/** Whole days before the end, the first notice first. `deploy/prometheus/alerts.yaml` has the same. */
export const expiryNotices = { plan: 60, renew: 30, urgent: 7 } as const;

export interface CertificateExpiry {
  readonly urgency: 'none' | keyof typeof expiryNotices | 'ended';
  /** Whole days that are left; 0 on the last one and after the end. */
  readonly daysLeft: number;
}

export function judgeExpiry(endsMs: number, nowMs: number): CertificateExpiry {
  const daysLeft = Math.max(0, Math.floor((endsMs - nowMs) / dayMs));
  if (endsMs <= nowMs) return { urgency: 'ended', daysLeft };
  if (daysLeft < expiryNotices.urgent) return { urgency: 'urgent', daysLeft };
  if (daysLeft < expiryNotices.renew) return { urgency: 'renew', daysLeft };
  return { urgency: daysLeft < expiryNotices.plan ? 'plan' : 'none', daysLeft };
}
