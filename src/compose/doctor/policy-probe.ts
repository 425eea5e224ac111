// Whether the risk policy can be read and is accepted.

import { ok, type Probe } from '../../app/doctor/finding.ts';
import type { RiskPolicy } from '../../domain/risk/risk-policy.ts';

const subject = 'policy';

export function createPolicyProbe(loadPolicy: () => RiskPolicy): Probe {
  return { subject, run: () => ok(subject, `Version ${loadPolicy().version}.`) };
}
