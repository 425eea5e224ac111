// The calendar is set while the service works. Its own process would need another system clock: the service runs here, with a
// clock that is handed in.

import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../src/clock.ts';
import { startSimulator } from '../../../src/sim/server.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { parties, patient, simulatorSecrets, writeSimulatedConfig } from '../../support/parties/simulated-sources.ts';
import { post, startTestService } from '../../support/service/service.ts';
import { findFaults } from '../load/judge-report.ts';
import { runLoad, summarizeReport } from '../load/run-load.ts';
import type { Row } from '../row.ts';

const hourMs = 3_600_000;
const jumpsMs = [hourMs, -hourMs, -hourMs, hourMs, 24 * hourMs];
/** More than the requests of one window, which opens with the first of them. */
const rate = { requests: 20, windowSeconds: 600 };

export const clockJumps: Row = {
  id: 'clock-jumps',
  promise: 'clock jumps',
  test: '+ 1 h, - 1 h, - 1 h, + 1 h, + 1 day under 50 req/s with one bureau dead; a key of 20 requests in 10 minutes',
  pass: 'deadlines, breaker and limits unaffected',
  async drive(length, findings) {
    const isFull = length === 'full';
    let offsetMs = 0;
    const clock = { nowMs: () => systemClock.nowMs() + offsetMs, monotonicMs: systemClock.monotonicMs };
    const simulator = await startSimulator({ clock: systemClock, port: 0 });
    Object.assign(process.env, simulatorSecrets);
    // Patient at full length too: what a jump of an hour does to a deadline it does to any, and a busy machine is no jump.
    const bySlot = Object.fromEntries(Object.keys(parties).map((slot) => [slot, patient]));
    const file = writeSimulatedConfig(createOutputDirectory('jumps'), simulator, parties, bySlot);
    const env = { CONFERE_CONFIG: file, CONFERE_VERIFICATION_DEADLINE_MS: '30000', CONFERE_AUDIT_DEADLINE_MS: '30000' };
    const service = await startTestService(env, { clock });
    const key = await service.createKey({ mode: 'live', rate: null });
    const limited = await service.createKey({ mode: 'test', rate });
    const load = { address: service.address, key, perSecond: isFull ? 50 : 10 };
    await simulator.set(parties.bureau_b, { fault: { kind: 'refused' } });
    await runLoad({ ...load, subjects: { kind: 'people', first: 0 }, seconds: 3 });

    const callsBefore = simulator.state().parties[parties.bureau_b]?.calls ?? 0;
    const seconds = isFull ? 30 : 3;
    const loading = runLoad({ ...load, subjects: { kind: 'people', first: 10_000 }, seconds });
    let admitted = 0;
    for (const jumpMs of jumpsMs) {
      await sleep((seconds * 1000) / (jumpsMs.length + 1));
      offsetMs += jumpMs;
      for (let request = 0; request < rate.requests; request++) {
        const { status } = await post(`${service.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key: limited });
        if (status === 200) admitted++;
      }
    }
    const report = await loading;
    findFaults(findings, 'over the jumps', report, { length });
    findings.none(`too many or too few of ${rate.requests} in one window`, Math.abs(admitted - rate.requests));
    const { bureau_a = 0, fraud_registry = 0 } = report.unavailable;
    findings.none('answers without a source that is well', bureau_a + fraud_registry);
    const calls = (simulator.state().parties[parties.bureau_b]?.calls ?? 0) - callsBefore;
    findings.measure('calls / traffic of the dead bureau', calls / report.outcomes.length, { atMost: 0.02 });
    findings.note(`slowest ${Math.round(summarizeReport(report).max)} ms`);
    await service.close();
    await simulator.close();
  },
};
