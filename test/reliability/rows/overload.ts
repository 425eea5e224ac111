// More than can be served: by sources that are slow, and by a processor that is too small.

import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningProcess } from '../../support/service/process.ts';
import { findFaults } from '../load/judge-report.ts';
import { runFlood } from '../load/run-flood.ts';
import { countOutcomes, runLoad, summarizeReport } from '../load/run-load.ts';
import type { Row } from '../row.ts';
import { startStack } from '../stack.ts';

export const overloadBySources: Row = {
  id: 'overload-sources',
  promise: 'overload by slow sources',
  test: '3 × the admission limit (sources take 1 s, 256 calls in flight each), processor to spare, then back to 20 ms',
  pass: 'goodput ≥ 90 % of peak; the rest 503 `overloaded` with `Retry-After` within 50 ms, before any source is asked; normal p99 within 10 s',
  async drive(length, findings) {
    const isFull = length === 'full';
    const concurrency = isFull ? 256 : 8;
    const seconds = isFull ? 30 : 3;
    const stack = await startStack({
      length,
      sourceSettings: { concurrency, ...(isFull ? { deadline_ms: 2_500 } : {}) },
    });
    const load = { address: stack.service().address, key: stack.key };
    const quietRate = isFull ? 50 : 4;
    await stack.setLatency({ kind: 'fixed', ms: 20 });
    const before = await runLoad({
      ...load,
      subjects: { kind: 'people', first: 0 },
      perSecond: quietRate,
      seconds: isFull ? 10 : 1,
    });
    await stack.setLatency({ kind: 'fixed', ms: 1000 });
    const callsBefore = stack.calls();
    const report = await runLoad({
      ...load,
      subjects: { kind: 'people', first: 1_000_000 },
      perSecond: 3 * concurrency,
      seconds,
    });
    const counts = countOutcomes(report);
    findFaults(findings, 'under overload', report, { length, outcomes: ['200', '503 overloaded'] });
    const served = counts['200'] ?? 0;
    findings.none('overloads in which nobody was refused', served === report.outcomes.length ? 1 : 0);
    // Each answer has asked three parties, and what was refused none.
    findings.none('calls to sources for refused requests', Math.max(0, stack.calls() - callsBefore - 3 * served));
    // What is in flight when the last request was due is served too: one more second of the peak.
    findings.measure('goodput / peak', served / (concurrency * (seconds + 1)), { atLeast: 0.9 });
    // Not in the first seconds, in which the generator opens its connections and compiles its code.
    const { p99 } = summarizeReport(report, '503 overloaded', 3_000);
    findings.measure('p99 ms of the refusals', p99, { atMost: 50 });
    await stack.setLatency({ kind: 'fixed', ms: 20 });
    if (isFull)
      await runLoad({ ...load, subjects: { kind: 'people', first: 2_000_000 }, perSecond: quietRate, seconds: 10 });
    const after = await runLoad({
      ...load,
      subjects: { kind: 'people', first: 3_000_000 },
      perSecond: quietRate,
      seconds: isFull ? 10 : 1,
    });
    findFaults(findings, 'afterwards', after, { length });
    findings.measure('p99 afterwards / before', summarizeReport(after).p99 / summarizeReport(before).p99, {
      atMost: 2,
    });
    await stack.close();
  },
};

/** Asks one after the other, as operators and load balancers do. */
function probeWhile({ address, output }: RunningProcess) {
  const admin = /For operators: (http:\/\/[^/\s]+)/.exec(output())?.[1];
  const urls = [`${address}/livez`, `${address}/readyz`, `${admin}/metrics`, `${admin}/status`];
  const counts = { asked: 0, failed: 0 };
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const status = await fetch(urls[counts.asked++ % urls.length] as string).then(
        async (answer) => (await answer.text()) && answer.status,
        () => 0,
      );
      if (status !== 200) counts.failed++;
      await sleep(100);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await asking;
      return counts;
    },
  };
}

export const overloadOfProcessor: Row = {
  id: 'overload-processor',
  promise: 'overload of the processor',
  test: 'a closed loop finds what the machine serves; then the generator offers 3 × as much for 20 s over 1,000 connections',
  pass: 'alive, memory bounded, accepted requests within the deadline or 503, back to normal within 10 s',
  async drive(length, findings) {
    const isFull = length === 'full';
    const stack = await startStack({ length, env: { NODE_OPTIONS: '--max-old-space-size=128' } });
    const { address } = stack.service();
    const flood = { address, key: stack.key };
    const peak = await runFlood({ ...flood, connections: 32, perSecond: null, seconds: isFull ? 5 : 1 });
    const offered = isFull ? 3 * peak.perSecond : 300;
    const probing = probeWhile(stack.service());
    const report = await runFlood({
      ...flood,
      connections: isFull ? 1_000 : 100,
      perSecond: offered,
      seconds: isFull ? 20 : 1,
    });
    const probes = await probing.end();
    const due = report.answered + report.refused + report.others + report.broken + report.notSent;
    findings.load('requests due a second', due / (isFull ? 20 : 1), offered * 0.98);
    findings.none('probes and looks at the metrics unanswered', probes.failed, { of: probes.asked });
    findings.note(
      `served ${Math.round(peak.perSecond)}/s at peak, offered ${Math.round(offered)}/s, of which ${report.answered} answered, ${report.refused} refused, ${report.notSent} found no free connection`,
    );
    findings.none('answers beside 200 and 503', peak.others + report.others, { examples: report.examples });
    findings.none('connections that broke', report.broken);
    findings.measure('slowest accepted ms', report.slowestMs, { atMost: 3_050 });
    findings.measure('resident MB', stack.service().residentBytes() / 2 ** 20, { atMost: 400 });
    const after = await runFlood({ ...flood, connections: 32, perSecond: null, seconds: isFull ? 5 : 1 });
    findings.none('refusals of the same closed loop afterwards', isFull ? after.refused : 0);
    findings.measure('throughput afterwards / before', after.perSecond / peak.perSecond, { atLeast: 0.8 });
    findings.none('ended processes', stack.service().child.exitCode === null ? 0 : 1);
    await stack.close();
  },
};
