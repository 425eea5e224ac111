// What is slow and rarely broken: run by `npm run test:long`. A file in which `isWhole` decides how much is done is also run by `npm test`,
// in its short form; the others are not.

export interface Part {
  readonly file: string;
  /** On two free cores. */
  readonly seconds: number;
  readonly hasShortForm?: true;
}

/** Whether a test is run at its whole length. */
export const isWhole: boolean = process.env['TEST_LENGTH'] === 'whole';

/** The most telling first: what stands last is left out first where the time does not suffice. */
export const parts: Readonly<Record<string, Part>> = {
  reliability: { file: 'test/reliability/short.test.ts', seconds: 60 },
  looks: { file: 'test/e2e/console/looks.test.ts', seconds: 60 },
  'registry-commands': { file: 'test/e2e/registry/commands.test.ts', seconds: 30 },
  download: { file: 'test/e2e/registry/download.test.ts', seconds: 16 },
  judgement: { file: 'test/e2e/registry/judgement.test.ts', seconds: 8 },
  'verify-memory': { file: 'test/e2e/verify/verify-memory.test.ts', seconds: 15 },
  'lists-share': { file: 'test/e2e/operators/lists-share.test.ts', seconds: 13 },
  'lists-backup': { file: 'test/e2e/operators/lists-backup.test.ts', seconds: 8 },
  'log-trouble': { file: 'test/e2e/service/trouble/log-trouble.test.ts', seconds: 11 },
  'renewed-credentials': { file: 'test/e2e/service/renewed-credentials.test.ts', seconds: 6 },
  'store-lock': { file: 'test/e2e/service/trouble/store-lock.test.ts', seconds: 6 },
  'workers-concurrency': { file: 'test/e2e/service/workers-concurrency.test.ts', seconds: 6 },
  sample: { file: 'test/e2e/registry/sample.test.ts', seconds: 7 },
  changes: { file: 'test/e2e/registry/changes.test.ts', seconds: 7 },
  hostile: { file: 'test/e2e/console/hostile.test.ts', seconds: 6 },
  records: { file: 'test/e2e/registry/records.test.ts', seconds: 9 },
  share: { file: 'test/e2e/registry/share.test.ts', seconds: 8 },
  export: { file: 'test/e2e/registry/export.test.ts', seconds: 5 },
  mistakes: { file: 'test/e2e/operators/operator-mistakes.test.ts', seconds: 15 },
  'console-errors': { file: 'test/e2e/console/errors.test.ts', seconds: 15 },
  'console-registry': { file: 'test/e2e/console/registry.test.ts', seconds: 14 },
  'console-batch': { file: 'test/e2e/console/batch.test.ts', seconds: 15 },
  'shared-answers': { file: 'test/e2e/nodes/shared-answers.test.ts', seconds: 10 },
  tracing: { file: 'test/e2e/service/tracing.test.ts', seconds: 8 },
  prover: { file: 'test/reliability/prove/prove.test.ts', seconds: 8 },
  backup: { file: 'test/e2e/operators/backup.test.ts', seconds: 11 },
  reference: { file: 'test/e2e/newcomers/reference.test.ts', seconds: 11 },
  'audit-anchors': { file: 'test/e2e/operators/audit-anchors.test.ts', seconds: 8 },
  moving: { file: 'test/e2e/nodes/moving.test.ts', seconds: 15 },
  waiting: { file: 'test/e2e/nodes/waiting.test.ts', seconds: 15 },
  'people-watches': { file: 'test/e2e/nodes/people-watches.test.ts', seconds: 10 },
  'batches-on-nodes': { file: 'test/e2e/nodes/batches.test.ts', seconds: 10 },
  'batches-killed': { file: 'test/e2e/verify/batches.test.ts', seconds: 12 },
  disk: { file: 'test/e2e/service/trouble/disk.test.ts', seconds: 10 },
  'erasure-on-nodes': { file: 'test/e2e/nodes/erasure.test.ts', seconds: 15 },
  secrets: { file: 'test/e2e/operators/secrets.test.ts', seconds: 15 },
  'restored-keys': { file: 'test/e2e/operators/restored-keys.test.ts', seconds: 10 },
  'workers-audit': { file: 'test/e2e/service/workers-audit.test.ts', seconds: 15 },
  'idempotency-crash': { file: 'test/e2e/verify/idempotency-crash.test.ts', seconds: 10 },
  openapi: { file: 'test/long/openapi.test.ts', seconds: 40 },
  kubernetes: { file: 'test/long/kubernetes.test.ts', seconds: 10 },
  demo: { file: 'test/e2e/newcomers/demo.test.ts', seconds: 7 },
  installed: { file: 'test/e2e/newcomers/installed.test.ts', seconds: 5 },
  'client-package': { file: 'test/e2e/newcomers/client-package.test.ts', seconds: 8 },
  deploy: { file: 'test/e2e/operators/deploy.test.ts', seconds: 7 },
  upgrade: { file: 'test/e2e/console/upgrade.test.ts', seconds: 10 },
  damage: { file: 'test/e2e/registry/damage.test.ts', seconds: 7 },
  malformed: { file: 'test/e2e/service/trouble/malformed.test.ts', seconds: 10, hasShortForm: true },
  floods: { file: 'test/e2e/service/trouble/floods.test.ts', seconds: 10 },
  'slow-disk': { file: 'test/e2e/service/trouble/slow-disk.test.ts', seconds: 15 },
  release: { file: 'test/e2e/newcomers/release.test.ts', seconds: 40 },
  cluster: { file: 'test/e2e/cluster/cluster.test.ts', seconds: 120 },
  'many-watches': { file: 'test/e2e/verify/watch-many.test.ts', seconds: 30 },
  crashes: { file: 'test/e2e/registry/crash.test.ts', seconds: 60, hasShortForm: true },
  image: { file: 'test/long/image.test.ts', seconds: 240 },
  examples: { file: 'test/e2e/newcomers/examples.test.ts', seconds: 60 },
  'generated-clients': { file: 'test/long/generated-clients.test.ts', seconds: 60 },
  'make-dump': { file: 'test/e2e/registry/make-dump.test.ts', seconds: 20 },
};
