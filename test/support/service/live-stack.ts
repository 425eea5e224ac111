// The whole chain over real sockets: the service with live sources, wired by a real confere.yaml to simulated parties.

import { expect } from 'vitest';
import type { Clock } from '../../../src/app/clock.ts';
import { systemClock } from '../../../src/clock.ts';
import { type ContractSource, contractSourceNames } from '../../../src/domain/person/contract-sources.ts';
import type { PersonQuery } from '../../../src/domain/person/evidence.ts';
import { type Simulator, startSimulator } from '../../../src/sim/server.ts';
import { createOutputDirectory } from '../output.ts';
import { type Outcomes, readOutcomes, toImplied } from '../parties/implied.ts';
import { parties, patient, simulatorSecrets, writeSimulatedConfig } from '../parties/simulated-sources.ts';
import { type Answer, post, startTestService, type TestService } from './service.ts';

export interface LiveStack {
  readonly simulator: Simulator;
  readonly service: TestService;
  readonly key: string;
  /** The confere.yaml that describes the parties. */
  readonly file: string;
  /** Verifies with the explanation. A mistake of ours (500) throws what the log says of it. */
  verify(query: PersonQuery, purpose?: string): Promise<Answer>;
  /** The same where there is no reason for any answer but 200. */
  verifyWell(query: PersonQuery): Promise<Answer>;
  close(): Promise<void>;
}

interface StackOptions {
  /** Breakers, pauses and the simulator's ramps live on it; deadlines do not. */
  readonly clock?: Clock;
  /** The party that gets no more time than this; the others may be as late as a busy machine makes them. */
  readonly impatientWith?: { readonly source: ContractSource; readonly deadlineMs: number };
  /** Without its answer there is no result. */
  readonly required?: ContractSource;
  /** Sources beside the contract's own, by their names: which party of the simulator each is, and what else the file says of it. */
  readonly further?: Readonly<Record<string, { readonly party: string; readonly settings: object }>>;
  /** What a source says of its prices, by its name. */
  readonly prices?: Readonly<Record<string, readonly object[]>>;
  /** The plan by which they are asked. */
  readonly checks?: object;
  /** Settings beside those of the parties. */
  readonly env?: Readonly<Record<string, string>>;
}

export async function startLiveStack(options: StackOptions = {}): Promise<LiveStack> {
  const { clock = systemClock, impatientWith, required, further = {}, prices = {}, checks, env } = options;
  const simulator = await startSimulator({ clock, port: 0 });
  const dropSecrets = holdSecrets();
  const toPrice = (name: string) => (prices[name] === undefined ? {} : { price: prices[name] });
  const toSettings = (source: ContractSource) => ({
    ...(impatientWith?.source === source ? toImpatient(impatientWith.deadlineMs) : patient),
    ...(required === source ? { required: true } : {}),
    ...toPrice(source),
  });
  const others = Object.entries(further);
  const wiring = { ...parties, ...Object.fromEntries(others.map(([name, { party }]) => [name, party])) };
  const settings = Object.fromEntries([
    ...contractSourceNames.map((source) => [source, toSettings(source)]),
    ...others.map(([name, each]) => [name, { ...patient, ...each.settings, ...toPrice(name) }]),
  ]);
  const directory = createOutputDirectory('live');
  const file = writeSimulatedConfig(directory, simulator, wiring, settings, checks && { checks });
  const service = await startTestService(
    { CONFERE_CONFIG: file, CONFERE_VERIFICATION_DEADLINE_MS: '30000', ...env },
    { clock },
  );
  const key = await service.createKey({ mode: 'live', rate: null });
  const verify: LiveStack['verify'] = async ({ cpf, name, birthDate }, purpose) => {
    const body = { cpf, name, birth_date: birthDate };
    const answer = await post(`${service.address}/v1/verify/cpf?explain=true`, body, {
      key,
      ...(purpose !== undefined && { headers: { 'confere-purpose': purpose } }),
    });
    if (answer.status === 500) throw toLoggedError(answer, service);
    return answer;
  };
  return {
    simulator,
    service,
    key,
    file,
    verify,
    async verifyWell(query) {
      const answer = await verify(query);
      if (answer.status !== 200) throw toLoggedError(answer, service);
      return answer;
    },
    async close() {
      await service.close();
      await simulator.close();
      dropSecrets();
    },
  };
}

/** Why it is so stands in the log alone. */
function toLoggedError({ status }: Answer, service: TestService): Error {
  const lines = service.readLog().slice(-30);
  return new Error(
    `HTTP ${status}. The log of the service ends with:\n${lines.map((line) => JSON.stringify(line)).join('\n')}`,
  );
}

let stacks = 0;
/** In the environment for as long as there is a stack: a test without one must not find them there. */
function holdSecrets(): () => void {
  if (stacks++ === 0) Object.assign(process.env, simulatorSecrets);
  return () => {
    if (--stacks > 0) return;
    for (const name of Object.keys(simulatorSecrets)) delete process.env[name];
  };
}

function toImpatient(deadlineMs: number): object {
  return { deadline_ms: deadlineMs, connect_ms: deadlineMs };
}

/** Fails unless the answer is exactly what the simulator implies for the sources that answered; says which did. */
export function expectImplied(answer: Answer, query: PersonQuery): Outcomes {
  expect(answer.body, `HTTP ${answer.status} ${JSON.stringify(answer.body)}`).not.toHaveProperty('code');
  const { request_id, processed_at, explanation, ...body } = answer.body;
  expect(request_id).toMatch(/^req_/);
  expect(processed_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const outcomes = readOutcomes(explanation);
  expect(body).toEqual(toImplied(query, outcomes));
  return outcomes;
}
