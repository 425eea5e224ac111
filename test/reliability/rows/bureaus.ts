// One bureau in trouble, the fraud registry down, all of them down: real time, real processes, default deadlines.

import type { Fault } from '../../../src/sim/faults.ts';
import type { PartySettings } from '../../../src/sim/party-settings.ts';
import { parties } from '../../support/parties/simulated-sources.ts';
import { findFaults } from '../load/judge-report.ts';
import { runLoad, summarizeReport } from '../load/run-load.ts';
import type { Findings, Length, Row } from '../row.ts';
import { makeCompanies, startStack } from '../stack.ts';

const suites = [
  { file: 'test/e2e/verify/bureaus.test.ts' },
  { file: 'test/contracts/sources/http-sources-outage.test.ts' },
];
const totalDeadlineMs = 3_000;

interface Trouble {
  readonly name: string;
  readonly settings: Partial<PartySettings>;
  /** Dead all the time: its breaker must keep the calls away. */
  readonly isSteady: boolean;
}

const troubles: readonly Trouble[] = [
  { name: 'refused', settings: { fault: { kind: 'refused' } }, isSteady: true },
  { name: 'silent', settings: { fault: { kind: 'black_hole' } }, isSteady: true },
  {
    name: '50 ms to 10 s',
    settings: { latency: { kind: 'ramp', fromMs: 50, toMs: 10_000, overMs: 20_000 } },
    isSteady: false,
  },
  { name: 'flapping', settings: { fault: { kind: 'flapping', upMs: 2000, downMs: 2000 } }, isSteady: false },
];

export const oneBureau: Row = {
  id: 'one-bureau',
  promise: 'one bureau down, slow, flapping',
  test: 'refused, silent, a ramp from 50 ms to 10 s, 2 s up and 2 s down; 50 req/s, a minute each after the first 2 s',
  pass: 'never later than the total deadline + 50 ms; breaker opens within 2 s at 20 req/s or more; over the minute after that, calls to a steadily dead source ≤ 2 % of traffic; retries ≤ 10 %',
  suites,
  async drive(length, findings) {
    // On a busy machine no bureau that is well may look dead; the one in trouble resets at once.
    for (const trouble of length === 'full' ? troubles : troubles.slice(0, 1))
      await driveTrouble(trouble, length, findings);
  },
};

async function driveTrouble({ name, settings, isSteady }: Trouble, length: Length, findings: Findings): Promise<void> {
  const isFull = length === 'full';
  const stack = await startStack({ length });
  const perSecond = isFull ? 50 : 20;
  const load = { address: stack.service().address, key: stack.key, perSecond };
  const callsOfIt = () => stack.simulator.state().parties[parties.bureau_b]?.calls ?? 0;
  await runLoad({ ...load, subjects: { kind: 'people', first: 0 }, seconds: isFull ? 3 : 0.5 });
  await stack.simulator.set(parties.bureau_b, settings);
  const first = await runLoad({ ...load, subjects: { kind: 'people', first: 10_000 }, seconds: 2 });
  const before = callsOfIt();
  const report = await runLoad({ ...load, subjects: { kind: 'people', first: 20_000 }, seconds: isFull ? 60 : 2 });
  findFaults(findings, name, report, { length });
  const { count, examples } = first.wrong;
  findings.none('answers wrong', count, {
    of: first.outcomes.length,
    where: `${name}, in the first 2 s`,
    examples,
  });
  const { max } = summarizeReport(report);
  const slowestMs = Math.max(max, summarizeReport(first).max);
  findings.measure('slowest ms', slowestMs, { atMost: totalDeadlineMs + 50 }, name);
  const share = (callsOfIt() - before) / report.outcomes.length;
  if (isSteady) findings.measure('calls / traffic after 2 s', share, { atMost: 0.02 }, name);
  else findings.measure('calls with retries / traffic', share, { atMost: 1.1 }, name);
  await stack.close();
}

export const fraudRegistryDown: Row = {
  id: 'fraud-registry-down',
  promise: 'fraud registry down',
  test: 'refused, silent, 404, 200 with an empty body, half of a JSON text; 50 req/s for 15 s each',
  pass: '0 answers that read as "no alert"',
  suites: [{ file: 'test/e2e/verify/bureaus.test.ts' }],
  async drive(length, findings) {
    const faults: readonly Fault[] = [
      { kind: 'refused' },
      { kind: 'status', status: 404 },
      { kind: 'status', status: 200 },
      { kind: 'half_json' },
      { kind: 'black_hole' },
    ];
    const stack = await startStack({ length });
    const load = { address: stack.service().address, key: stack.key, perSecond: length === 'full' ? 50 : 20 };
    for (const [index, fault] of (length === 'full' ? faults : faults.slice(0, 4)).entries()) {
      await stack.simulator.set(parties.fraud_registry, { fault, hits: 'all' });
      const subjects = { kind: 'people', first: index * 10_000 } as const;
      const report = await runLoad({ ...load, subjects, seconds: length === 'full' ? 15 : 0.5 });
      const name = fault.kind === 'status' ? `status ${fault.status}` : fault.kind;
      findFaults(findings, name, report, { length, mayRefuse: true });
      findings.none('answers read as "no alert"', report.noAlert, { of: report.outcomes.length, where: name });
    }
    await stack.close();
  },
};

export const allDown: Row = {
  id: 'all-down',
  promise: 'all down',
  test: 'all three parties refuse; 50 CPF and 200 CNPJ req/s beside each other for 30 s',
  pass: '503 within 100 ms once open; the CNPJ route does not notice',
  suites: [{ file: 'test/e2e/verify/bureaus.test.ts' }],
  async drive(length, findings) {
    const isFull = length === 'full';
    const companies = await makeCompanies(3_000);
    const stack = await startStack({ length, companies });
    const load = { address: stack.service().address, key: stack.key };
    const [cpfRate, cnpjRate, seconds] = isFull ? [50, 200, 30] : [20, 20, 1];
    const warmUpSeconds = isFull ? 5 : 0.5;
    const askCompanies = () =>
      runLoad({ ...load, subjects: companies.plan, perSecond: cnpjRate, seconds, warmUpSeconds });
    const alone = await askCompanies();
    for (const party of Object.values(parties)) await stack.simulator.set(party, { fault: { kind: 'refused' } });
    await runLoad({ ...load, subjects: { kind: 'people', first: 0 }, perSecond: cpfRate, seconds: isFull ? 3 : 2 });
    const [people, beside] = await Promise.all([
      runLoad({ ...load, subjects: { kind: 'people', first: 10_000 }, perSecond: cpfRate, seconds }),
      askCompanies(),
    ]);
    findFaults(findings, 'of CPF', people, { length, outcomes: ['503 sources_unavailable'] });
    findFaults(findings, 'of CNPJ', beside, { length });
    findings.measure('p99 ms of the 503', summarizeReport(people).p99, { atMost: 100 });
    findings.measure('p99 of CNPJ beside / alone', summarizeReport(beside).p99 / summarizeReport(alone).p99, {
      atMost: 2,
    });
    await stack.close();
  },
};

export const hostileBureau: Row = {
  id: 'hostile-bureau',
  promise: 'hostile bureau',
  test: 'drip, endless headers, truncation, wrong types, score 1e308, `__proto__`, HTML, 50 MB, gzip bomb, another person’s CPF, redirects, at each source',
  pass: 'that source `unavailable`; 0 crashes; heap flat; nothing sent to a redirect’s target',
  suites: [{ file: 'test/contracts/sources/http-sources.test.ts' }, ...suites],
};
