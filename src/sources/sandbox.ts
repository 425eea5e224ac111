// The three parties of the sandbox, inside the process: the CPF alone decides what they say. Nothing is called.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../app/clock.ts';
import type { PersonSource, PersonSources, SourceAnswer } from '../app/verify/ports.ts';
import type { Cpf } from '../domain/numbers/cpf.ts';
import { type ContractSource, contractSourceNames, contractSources } from '../domain/person/contract-sources.ts';
import type { Evidence } from '../domain/person/evidence.ts';
import { personFor, type SimulatedPerson } from '../sandbox/people.ts';

export function createSandboxSources(clock: Clock): PersonSources {
  const getPerson = rememberLast(personFor);
  return contractSourceNames.map((name) =>
    createSandboxSource({ name, ...contractSources[name] }, name, getPerson, clock),
  );
}

/** Any other source, for a trial of a plan: it says what the one of the three with one of its roles says. It tells no signal. */
export function createSandboxStandIn(source: NamedSource, clock: Clock): PersonSource {
  const plays = contractSourceNames.find((name) =>
    contractSources[name].roles.some((role) => source.roles.includes(role)),
  );
  return createSandboxSource(source, plays ?? (contractSourceNames[0] as ContractSource), personFor, clock);
}

type NamedSource = Pick<PersonSource, 'name' | 'roles'>;

function createSandboxSource(
  { name, roles }: NamedSource,
  plays: ContractSource,
  getPerson: typeof personFor,
  clock: Clock,
): PersonSource {
  const toAnswer = (evidence: Evidence, latencyMs: number): SourceAnswer => ({
    source: name,
    roles,
    evidence,
    latencyMs,
    cached: false,
    calls: 0,
  });
  async function answerLate(evidence: Evidence, delayMs: number, signal: AbortSignal): Promise<SourceAnswer> {
    const startedAtMs = clock.monotonicMs();
    const isInTime = await sleep(delayMs, true, { signal }).catch(() => false);
    const latencyMs = clock.monotonicMs() - startedAtMs;
    return toAnswer(isInTime ? evidence : { kind: 'unavailable', reason: 'timeout' }, latencyMs);
  }

  return {
    name,
    roles,
    required: false,
    canAdmit: () => true,
    ask({ cpf }, signal) {
      const { evidence, delayMs } = getPerson(cpf).answers[plays];
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
