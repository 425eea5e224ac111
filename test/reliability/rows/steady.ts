// Steady load on either operation: everything is answered, rightly and soon.

import { findFaults } from '../load/judge-report.ts';
import { runLoad, summarizeReport } from '../load/run-load.ts';
import type { Row } from '../row.ts';
import { makeCompanies, startStack } from '../stack.ts';

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
    await stack.close();
  },
};
