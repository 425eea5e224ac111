// Runs a file in a process of its own with a plan, and reads its report: what makes a load must not share the loop of what is measured.

import { fork } from 'node:child_process';
import { once } from 'node:events';

export async function runApart<Report>(file: string, plan: object): Promise<Report> {
  // Without the hooks of a test runner, which the other process does not need.
  const other = fork(file, { execArgv: [] });
  const died = once(other, 'exit').then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`)));
  died.catch(() => {});
  other.send(plan);
  const [report] = (await Promise.race([once(other, 'message'), died])) as [Report];
  return report;
}

/** For the file itself, which others may import as well. */
export function answerPlan<Plan, Report>(file: string, work: (plan: Plan) => Promise<Report>): void {
  if (process.argv[1] !== file || process.send === undefined) return;
  process.once('message', async (plan: Plan) => {
    process.send?.(await work(plan), () => process.exit(0));
  });
}
