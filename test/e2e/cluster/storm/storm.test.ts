// A storm over the whole cluster: faults by chance for a quarter of an hour, and a judge who knows every request that was sent. Part of
// `npm run test:cluster`; CLUSTER_SEED repeats one, CLUSTER_MINUTES sets its length, CLUSTER_ONLY its faults.

import { expect, test } from 'vitest';
import { findPostgres, findRedis } from '../../../support/machine.ts';
import { writeClusterFaults } from '../page.ts';
import { tellHistory } from './ledger.ts';
import { keepStorm } from './results.ts';
import { runStorm } from './run-storm.ts';

const minutes = Number(process.env['CLUSTER_MINUTES'] ?? 15);
const seed = Number(process.env['CLUSTER_SEED'] ?? Date.now() % 1_000_000_000);
const only = process.env['CLUSTER_ONLY']?.split(',');
const isAsked = process.env['CLUSTER_FAULTS'] === 'full';
const shownMax = 10;

test.skipIf(!isAsked || findPostgres() === undefined || findRedis() === undefined)(
  'whatever fails meanwhile, nobody is asked twice, nothing acknowledged is lost, and no ended key works',
  { timeout: 3_600_000 },
  async () => {
    const say = (line: string) => process.stdout.write(`${line}\n`);
    say(`CLUSTER_SEED=${seed} CLUSTER_MINUTES=${minutes}`);
    const report = await runStorm({
      seed,
      seconds: minutes * 60,
      only,
      onFault: ({ fault, detail, beganAtMs }, ledger) =>
        say(`  ${((beganAtMs - ledger.beganAtMs) / 1000).toFixed(1)} s ${fault}, ${detail}`),
    });
    const { violations, ledger, results } = report;
    say(`  ${JSON.stringify(results)}`);
    for (const { rule, subject, detail } of violations.slice(0, shownMax)) {
      say(`${rule}: ${subject}: ${detail} (CLUSTER_SEED=${seed})\n${tellHistory(ledger, subject)}`);
    }
    expect(violations.map(({ rule, subject, detail }) => `${rule}: ${subject}: ${detail}`)).toEqual([]);
    if (only !== undefined) return;
    keepStorm(report);
    writeClusterFaults();
  },
);
