// The three parties of the sandbox, inside the process: the CPF alone decides what they say. Nothing is called.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, PersonSource, PersonSources, SourceAnswer } from '../app/ports.ts';
import type { Evidence, SourceName } from '../domain/evidence.ts';
import { personFor } from '../sim/people.ts';

export function createSandboxSources(clock: Clock): PersonSources {
  return {
    bureau_a: createSandboxSource('bureau_a', clock),
    bureau_b: createSandboxSource('bureau_b', clock),
    fraud_registry: createSandboxSource('fraud_registry', clock),
  };
}

function createSandboxSource(name: SourceName, clock: Clock): PersonSource {
  return {
    required: false,
    canAdmit: () => true,
    async ask({ cpf }, signal) {
      const { evidence, delayMs } = personFor(cpf).answers[name];
      if (delayMs === 0) return toAnswer(evidence, 0);
      const startedAtMs = clock.monotonicMs();
      const isInTime = await sleep(delayMs, true, { signal }).catch(() => false);
      const latencyMs = clock.monotonicMs() - startedAtMs;
      return toAnswer(isInTime ? evidence : { kind: 'unavailable', reason: 'timeout' }, latencyMs);
    },
  };
}

function toAnswer(evidence: Evidence, latencyMs: number): SourceAnswer {
  return { evidence, latencyMs, cached: false };
}
