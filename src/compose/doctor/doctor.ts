// Puts the examinations together, in the order in which a person would look: the machine, the files, the parties.

import { listOpenIntents } from '../../app/audit/open-intents.ts';
import { createAuditCheck } from '../../app/audit/proof/audit-check.ts';
import { ok, type Probe } from '../../app/doctor/finding.ts';
import { createRowProof } from '../../app/row-proof.ts';
import { createSealOfAll } from '../../app/seal.ts';
import type { LiveLists } from '../../app/watches/lists/lists-point.ts';
import { systemClock } from '../../clock.ts';
import { type Config, findEnvironmentProxy, findEnvironmentSecret, readSecretAddress } from '../../config.ts';
import { openDepot } from '../../datasets/depots/open-depot.ts';
import { createSourceProbe } from '../../datasets/share/source-probe.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import { readRegistryStatus } from '../../registry/maintenance.ts';
import { createRegistryProbe, findImportBytes } from '../../registry/registry-probe.ts';
import { registryName } from '../../registry/snapshot/registry-paths.ts';
import { createKeptEvidenceProbe } from '../../screening/kept-evidence-probe.ts';
import { createListsProbe } from '../../screening/lists-probe.ts';
import { readListsStatus } from '../../screening/maintenance.ts';
import { createListsSourceProbe } from '../../screening/share/lists-source-probe.ts';
import { createSourcesProbe } from '../../sources/examine/sources-probe.ts';
import { createOidcProbe } from '../../sso/oidc-probe.ts';
import { createDatabaseProbe } from '../../stores/doctor/database-probe.ts';
import { createDirectoriesProbe } from '../../stores/doctor/directories-probe.ts';
import { createDiskProbe } from '../../stores/doctor/disk-probe.ts';
import { createErasuresProbe } from '../../stores/doctor/erasures-probe.ts';
import { createIntentsProbe } from '../../stores/doctor/intents-probe.ts';
import { createJobsProbe } from '../../stores/doctor/jobs-probe.ts';
import { createRetentionProbe } from '../../stores/doctor/retention-probe.ts';
import type { SealForRows } from '../../stores/doctor/sealed-tables.ts';
import { createSecretProbe } from '../../stores/doctor/secret-probe.ts';
import { listOldData } from '../../stores/erasure/clean-directory.ts';
import { openEndedRows } from '../../stores/proven-rows/ended-rows.file.ts';
import { createRedisProbe } from '../../stores/redis/redis-probe.ts';
import { type MasterSecret, openMasterSecret } from '../../stores/secrets/secrets.file.ts';
import type { Engine } from '../backend/backend.ts';
import { toEngine } from '../backend/engine.ts';
import { toAuditSecrets } from '../parts/audit/audit-secrets.ts';
import { toInWorkFromMs, toStateFolder } from '../parts/audit/audit-settings.ts';
import { findOidcSettings } from '../parts/console/oidc-settings.ts';
import { openLedger } from '../parts/erasure/ledger.ts';
import type { KeptDataset } from '../parts/kept-datasets.ts';
import { toListsDirectory } from '../parts/lists-directory.ts';
import { loadPolicy } from '../parts/policy.ts';
import { randomShare } from '../parts/random-share.ts';
import { toDepotSettings } from '../parts/registry/depot-settings.ts';
import { toRegistryDirectory } from '../parts/registry/registry-directory.ts';
import { rowProofPurpose } from '../parts/stores.ts';
import { createAnchorsProbe } from './anchors-probe.ts';
import { createOpenFilesProbe, nodeProbe, timeZoneProbe } from './machine-probes.ts';
import { createPortProbe } from './port-probe.ts';

export function createProbes(config: Config): readonly Probe[] {
  const clock = systemClock;
  const engine = toEngine(config);
  const { data_dir: dataDirectory, secrets_dir: secretsDirectory } = config;
  const registry = toRegistryDirectory(config);
  const findSecret = () => findMasterSecret(secretsDirectory);
  const findCheck = () => {
    const secret = findSecret();
    return secret && createAuditCheck(toAuditSecrets(secret));
  };
  const findRowProof = () => {
    const secret = findSecret();
    return (
      secret &&
      createRowProof(
        () => secret.deriveAll(rowProofPurpose, 32),
        () => {},
        openEndedRows(toStateFolder(config), systemClock),
      )
    );
  };
  const findSealFor = () => {
    const secret = findSecret();
    return secret && ((purpose: Parameters<SealForRows>[0]) => createSealOfAll(() => secret.deriveAll(purpose, 32)));
  };
  return [
    nodeProbe,
    timeZoneProbe,
    createOpenFilesProbe(config['server.connections_max']),
    createPortProbe({ subject: 'port', host: config.host, port: config.port, variable: 'CONFERE_PORT' }),
    ...(config['admin.enabled']
      ? [
          createPortProbe({
            subject: 'admin_port',
            host: config['admin.host'],
            port: config['admin.port'],
            variable: 'CONFERE_ADMIN_PORT',
          }),
        ]
      : []),
    createDirectoriesProbe({ dataDirectory, secretsDirectory, userId: process.getuid?.() }),
    createDiskProbe({ dataDirectory, clock, findImportBytes: () => findImportBytes(registry) }),
    createSecretProbe(dataDirectory, secretsDirectory),
    createDatabaseProbe(dataDirectory, () => findSecret()?.deriveFirst('database-fingerprint', 32)),
    ...engine.createProbes({
      clock,
      findCheck,
      findRowProof,
      findSealFor,
      findSecret,
      stateFolder: toStateFolder(config),
    }),
    createIntentsProbe({
      findOpen: () => {
        const secret = findSecret();
        const openIntents = (beforeMs: number) =>
          engine.openIntents(beforeMs, () => (secret ? toAuditSecrets(secret) : []));
        return listOpenIntents({ openIntents }, toInWorkFromMs(config, clock.nowMs()));
      },
      clock,
      withoutIntentMax: config['audit.without_intent_max'],
    }),
    ...toAnchorsProbes(config, engine),
    createJobsProbe({
      readJobs: engine.readJobs,
      clock,
      findLive: () => readRegistryStatus(registry).live?.id,
      findLists: () => readLiveLists(config),
    }),
    createRetentionProbe({
      readDueTimes: engine.readDueTimes,
      clock,
      readSetting: (name) => (config as Readonly<Record<string, unknown>>)[name],
      isAuditShared: config.store !== null,
    }),
    createErasuresProbe(
      async () => ({ ledger: openLedger(config), marks: await engine.openMarks() }),
      () => listOldData(config.data_dir),
    ),
    { subject: 'policy', run: () => ok('policy', `Version ${loadPolicy(config['policy.file']).version}.`) },
    createRegistryProbe(registry, clock),
    createListsProbe({
      directory: toListsDirectory(config),
      clock,
      isVerified: config['screening.verify'],
      named: config['screening.lists'],
      sensitivities: config['screening.sensitivity'],
    }),
    createKeptEvidenceProbe({
      directory: toListsDirectory(config),
      clock,
      isVerified: config['screening.verify'],
      purposes: config['audit.purposes'],
      recordDays: config['audit.record_days'],
      evidenceDays: config['audit.evidence_days'],
      editionsDays: config['screening.keep_editions_days'],
    }),
    ...toSourceProbes(config, registry),
    ...toCountersProbes(config),
    ...(config['console.oidc.issuer'] === null ? [] : [createOidcProbe(() => findOidcSettings(config))]),
    createSourcesProbe({
      file: config.file?.path ?? null,
      findVariable: findEnvironmentSecret,
      environmentProxy: findEnvironmentProxy(),
      findPurposes: () => config['audit.purposes'],
      clock,
    }),
  ];
}

function readLiveLists(config: Config): LiveLists {
  const lists = readListsStatus(toListsDirectory(config), systemClock).map(({ list, state, live }) => ({
    ...{ list, state, edition: null, asOf: null },
    ...(state !== 'damaged' && live !== null && { edition: live.id, asOf: live.data_as_of }),
  }));
  return { lists, today: toBrazilDay(systemClock.nowMs()), isForwardOnly: config.store !== null };
}

const depotTools = { clock: systemClock, connections: 1, attemptsMax: 1, random: randomShare, onRetry: () => {} };

/** Creates the probes for the sources from which this machine takes the registry and the lists. */
function toSourceProbes(config: Config, registry: string): readonly Probe[] {
  const toPlace = (dataset: KeptDataset) => {
    const source = config[`${dataset}.source`];
    if (source === null) return undefined;
    const openSource = () => openDepot(toDepotSettings(source), depotTools);
    return { publisherKey: config[`${dataset}.publisher_key`], openDepot: openSource };
  };
  const [ofRegistry, ofLists] = [toPlace('registry'), toPlace('lists')];
  const findLive = () => {
    const { id, data_as_of: dataAsOf, imported_at: importedAt } = readRegistryStatus(registry).live ?? {};
    return id !== undefined && dataAsOf && importedAt ? { id, dataAsOf, importedAt } : undefined;
  };
  const readStatus = () => readListsStatus(toListsDirectory(config), systemClock);
  return [
    ...(ofRegistry ? [createSourceProbe({ dataset: registryName, ...ofRegistry, findLive })] : []),
    ...(ofLists ? [createListsSourceProbe({ ...ofLists, readStatus })] : []),
  ];
}

function toCountersProbes({ counters, answer_cache: answerCache }: Config): readonly Probe[] {
  return counters === null
    ? []
    : [createRedisProbe(() => readSecretAddress('counters', counters), answerCache === 'shared')];
}

/** The clients are loaded only where there is such a place. */
function toAnchorsProbes(config: Config, engine: Engine): readonly Probe[] {
  if (config['audit.anchor'].length === 0) return [];
  const findHeads = async () => {
    const trail = await engine.openProvenTrail(() => []);
    try {
      return (await trail?.lastHeads()) ?? [];
    } finally {
      await trail?.close();
    }
  };
  const openPlaces = async () =>
    (await import('../parts/audit/anchor-destinations.ts')).openAnchorDestinations(config, systemClock);
  return [
    createAnchorsProbe({ openPlaces, findHeads, clock: systemClock, everyMs: config['audit.anchor_minutes'] * 60_000 }),
  ];
}

/** That it cannot be read is told by its own probe. */
function findMasterSecret(directory: string): MasterSecret | undefined {
  try {
    return openMasterSecret({ directory, mayCreate: false });
  } catch {
    return undefined;
  }
}
