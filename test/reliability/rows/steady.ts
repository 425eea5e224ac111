// Steady load on either operation: everything is answered, rightly and soon.

import type { RunningProcess } from '../../support/service/process.ts';
import { findFaults } from '../load/judge-report.ts';
import { runLoad, summarizeReport } from '../load/run-load.ts';
import type { Row } from '../row.ts';
import { makeCompanies, readMetric, startStack } from '../stack.ts';

/** An answer waits for the disk, which other work on the machine may keep busy. */
async function describeCommits(service: RunningProcess): Promise<string> {
  const name = 'confere_audit_commit_duration_seconds';
  const all = await readMetric(service, `${name}_count`);
  const late = all - (await readMetric(service, `${name}_bucket{le="0.1"}`));
  return `${late} of ${all} commits of the audit took the disk more than 100 ms`;
}

export const steadyCpf: Row = {
  id: 'steady-cpf',
  promise: 'steady CPF load',
  test: '500 req/s open loop for a minute, bureaus 50 ± 20 ms',
  pass: '0 wrong, 0 5xx, p99 ≤ 150 ms',
  async drive(length, findings) {
    const stack = await startStack({ length });
    await stack.setLatency({ kind: 'uniform', meanMs: 50, spreadMs: 20 });
    const [perSecond, seconds] = length === 'full' ? [500, 60] : [20, 2];
    const report = await runLoad({
      address: stack.service().address,
      key: stack.key,
      subjects: { kind: 'people', first: 0 },
      perSecond,
      seconds,
      warmUpSeconds: length === 'full' ? 5 : 0.5,
    });
    findFaults(findings, `at ${perSecond} req/s`, report, { length });
    findings.measure('p99 ms', summarizeReport(report).p99, { atMost: 150 });
    findings.note(`p50 ${summarizeReport(report).p50.toFixed(1)} ms`);
    findings.note(await describeCommits(stack.service()));
    await stack.close();
  },
};

export const steadyCnpj: Row = {
  id: 'steady-cnpj',
  promise: 'steady CNPJ load',
  test: '2,000 req/s open loop for a minute, Zipf keys, 10 % misses, numbers with letters included',
  pass: '0 wrong, 0 5xx, p99 ≤ 15 ms',
  async drive(length, findings) {
    const companies = await makeCompanies(length === 'full' ? 200_000 : 3_000);
    const stack = await startStack({ length, companies });
    const [perSecond, seconds] = length === 'full' ? [2_000, 60] : [50, 2];
    const report = await runLoad({
      address: stack.service().address,
      key: stack.key,
      subjects: companies.plan,
      perSecond,
      seconds,
      warmUpSeconds: length === 'full' ? 5 : 0.5,
    });
    findFaults(findings, `at ${perSecond} req/s`, report, { length });
    findings.measure('p99 ms', summarizeReport(report).p99, { atMost: 15 });
    findings.note(`p50 ${summarizeReport(report).p50.toFixed(1)} ms`);
    findings.note(await describeCommits(stack.service()));
    await stack.close();
  },
};
