// What several nodes share lies in the PostgreSQL of `store`. Its client is loaded only where there is such a store: it would take from the
// time of every other start.

import { type Config, readSecretAddress } from '../../config.ts';
import type { SecretAddress } from '../../settings/secret-address.ts';
import { openPostgresAuditLog } from '../../stores/audit/log/audit-log.postgres.ts';
import { createJudgementsProbe } from '../../stores/doctor/judgements-probe.ts';
import { createRestoredKeysProbe } from '../../stores/doctor/restored-keys-probe.ts';
import { createRetiredSecretProbe } from '../../stores/doctor/retired-secret-probe.ts';
import { createRowsProbe } from '../../stores/doctor/rows-probe.ts';
import { createWebKeysProbe } from '../../stores/doctor/web-keys-probe.ts';
import { masterSecretExists } from '../../stores/secrets/secrets.file.ts';
import type { Engine } from './backend.ts';
import { toCallWindowMs, toKeptDays } from './kept-days.ts';
import { openOwnMarks } from './own-marks.ts';
import { toLineageFile } from './store-lineage.ts';

/** Opens the erasure marks of every database that holds personal data, and leaves the rest closed. */
const noSecrets = () => [];

const loadStore = () => import('./postgres-store.ts');
const loadJobsState = () => import('../../stores/jobs/jobs-state.sql.ts');

export function createPostgresEngine(config: Config, store: SecretAddress): Engine {
  return {
    name: 'postgres',
    place: 'the database of store',
    hasHome: () => masterSecretExists(config.secrets_dir),
    begin: async (clock, options) => (await loadStore()).beginPostgresStore(config, clock, options),
    openAuditLog: (options) =>
      openPostgresAuditLog({
        ...options,
        address: readSecretAddress('store', store),
        lineageFile: toLineageFile(config),
        ...(store.kind === 'file' && { addressFile: store.path }),
      }),
    // Its schema is judged when it is opened.
    refuseNewerAudit: () => {},
    openOwnersTrail: async (findSecrets) => (await loadStore()).openOwnersAudit(config, findSecrets),
    openProvenTrail: async (findSecrets) => (await loadStore()).openOwnersAudit(config, findSecrets),
    async openIntents(beforeMs, findSecrets) {
      const trail = (await loadStore()).openOwnersAudit(config, findSecrets);
      try {
        return await trail.openIntents(beforeMs);
      } finally {
        await trail.close();
      }
    },
    toProofSource: () => ({
      kind: 'postgres',
      address: readSecretAddress('store_maintenance', config.store_maintenance ?? store),
    }),
    async openMarks() {
      const { getStoreAddress } = await loadStore();
      const { readMarksOnce } = await import('../../stores/erasure/marks.postgres.ts');
      return [openOwnMarks(config), await readMarksOnce(getStoreAddress(config, 'store'))];
    },
    createProbes: ({ clock, stateFolder, findCheck, findRowProof, findSealFor, findSecret }) => [
      {
        subject: 'store',
        async run() {
          const { createStoreProbe } = await import('../../stores/doctor/store-probe.ts');
          const { getStoreAddress } = await loadStore();
          return createStoreProbe({
            getAddress: () => getStoreAddress(config, 'store'),
            lineageFile: toLineageFile(config),
            clock,
            auditDeadlineMs: config['audit.deadline_ms'],
            connectionsMax: config.store_connections,
            processesMax: config['limits.nodes'],
          }).run();
        },
      },
      createWebKeysProbe(async () => (await loadStore()).readWebKeys(config, clock.nowMs())),
      createRetiredSecretProbe(findSecret, async () => (await loadStore()).readRetiredOnce(config)),
      createRestoredKeysProbe(stateFolder, async (use) => (await loadStore()).withKeyStates(config, use)),
      createRowsProbe({
        lookAtRows: async (look) => (await loadStore()).lookAtRows(config, look),
        findProof: findRowProof,
        findSealFor,
      }),
      createJudgementsProbe({
        lookAtRows: async (look) => (await loadStore()).lookAtRows(config, look),
        findProof: findRowProof,
        clock,
      }),
      {
        subject: 'audit',
        async run() {
          const { createSharedAuditProbe } = await import('../../stores/doctor/shared-audit-probe.ts');
          const openTrail = async () => (await loadStore()).openOwnersAudit(config, noSecrets);
          return createSharedAuditProbe({ openTrail, stateFolder, findCheck }).run();
        },
      },
    ],
    async readJobs(nowMs, live) {
      const [{ getStoreAddress }, { createPostgresJobsReader }] = await Promise.all([loadStore(), loadJobsState()]);
      return createPostgresJobsReader(() => getStoreAddress(config, 'store'))(nowMs, live);
    },
    async readDueTimes() {
      const [{ getStoreAddress }, { createPostgresDueTimes }] = await Promise.all([
        loadStore(),
        import('../../stores/doctor/due-times.postgres.ts'),
      ]);
      const getAddress = () => getStoreAddress(config, 'store');
      return createPostgresDueTimes({ getAddress, days: toKeptDays(config), windowMs: toCallWindowMs(config) })();
    },
    async findNeededSnapshots() {
      const [{ getStoreAddress }, { createPostgresNeeded }] = await Promise.all([loadStore(), loadJobsState()]);
      return createPostgresNeeded(() => getStoreAddress(config, 'store')).findSnapshots();
    },
    async findNeededEditions() {
      const [{ getStoreAddress }, { createPostgresNeeded }] = await Promise.all([loadStore(), loadJobsState()]);
      return createPostgresNeeded(() => getStoreAddress(config, 'store')).findEditions();
    },
  };
}
