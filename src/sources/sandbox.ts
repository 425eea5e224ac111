// The three parties of the sandbox, inside the process: the CPF alone decides what they say. Nothing is called.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, PersonSource, PersonSources, SourceAnswer } from '../app/ports.ts';
import type { Cpf } from '../domain/numbers/cpf.ts';
import type { Evidence, SourceName } from '../domain/person/evidence.ts';
import { personFor, type SimulatedPerson } from '../sandbox/people.ts';

export function createSandboxSources(clock: Clock): PersonSources {
  const getPerson = rememberLast(personFor);
  return {
    bureau_a: createSandboxSource('bureau_a', getPerson, clock),
    bureau_b: createSandboxSource('bureau_b', getPerson, clock),
    fraud_registry: createSandboxSource('fraud_registry', getPerson, clock),
  };
}

function createSandboxSource(name: SourceName, getPerson: typeof personFor, clock: Clock): PersonSource {
  async function answerLate(evidence: Evidence, delayMs: number, signal: AbortSignal): Promise<SourceAnswer> {
    const startedAtMs = clock.monotonicMs();
    const isInTime = await sleep(delayMs, true, { signal }).catch(() => false);
    const latencyMs = clock.monotonicMs() - startedAtMs;
    return toAnswer(isInTime ? evidence : { kind: 'unavailable', reason: 'timeout' }, latencyMs);
  }

  return {
    required: false,
    canAdmit: () => true,
    ask({ cpf }, signal) {
      const { evidence, delayMs } = getPerson(cpf).answers[name];
      return delayMs === 0 ? toAnswer(evidence, 0) : answerLate(evidence, delayMs, signal);
    },
  };
}

/** The three parties are asked about the same person one after the other. */
function rememberLast(draw: typeof personFor): typeof personFor {
  let last: { readonly cpf: Cpf; readonly person: SimulatedPerson } | undefined;
  return (cpf) => {
    if (last?.cpf !== cpf) last = { cpf, person: draw(cpf) };
    return last.person;
  };
}

function toAnswer(evidence: Evidence, latencyMs: number): SourceAnswer {
  return { evidence, latencyMs, cached: false, calls: 0 };
}
