// deploy/kubernetes, as far as it can be judged without a cluster. Whether Kubernetes accepts every field is asked by test/long/kubernetes.test.ts.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config.ts';
import { settings, toVariable } from '../../src/settings/settings.ts';
import { countConnections } from '../../src/stores/doctor/store-probe.ts';
import { metricKinds } from '../../src/telemetry/metric-kinds.ts';
import {
  baseFiles,
  findResource as find,
  kubectl,
  type Resource,
  readManifest as read,
  renderSize,
  resources,
  settingsFile,
  sizes,
} from '../support/kubernetes.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');

test('the base names every file that it has', () => {
  const { resources: named } = parse(read('base/kustomization.yaml')) as { resources: string[] };
  expect(named.map((name) => `base/${name}`).sort()).toEqual([...baseFiles].sort());
});

/** The one that runs once, and those that run by the clock. */
const jobs = resources.flatMap(([, one]) =>
  one.kind === 'Job'
    ? [{ metadata: one.metadata, spec: one.spec }]
    : one.kind === 'CronJob'
      ? [{ metadata: one.metadata, spec: one.spec.jobTemplate.spec }]
      : [],
);
const pods: readonly (readonly [string, Resource])[] = [
  ['the service', find('Deployment').spec.template.spec],
  ...jobs.map((job) => [job.metadata.name, job.spec.template.spec] as const),
];

test('there is a job for each import, the migration, the purge and the proof of the audit', () => {
  const run = jobs.flatMap((job) => job.spec.template.spec.containers);
  expect(run.map(({ args }) => args.join(' '))).toEqual(
    expect.arrayContaining([
      expect.stringContaining('registry update'),
      expect.stringContaining('lists update --due'),
      'store migrate',
      'store purge',
      'audit verify --anchors',
      'audit reconcile',
    ]),
  );
});

test('an upgrade is migrated before anything else has the new image, by hand, by Argo CD and by Helm', () => {
  const migration = jobs.find(({ metadata }) => metadata.name === 'confere-store-migrate');
  expect(migration?.metadata.annotations).toEqual({
    'argocd.argoproj.io/hook': 'PreSync',
    'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
    'helm.sh/hook': 'pre-install,pre-upgrade',
    'helm.sh/hook-delete-policy': 'before-hook-creation',
  });
  // It stands alone: an apply of the rest neither runs it nor gives its image to the other jobs before it has run.
  expect(parse(read('migrate/kustomization.yaml')).resources).toEqual(['job.yaml']);
  // Its settings are of the step after it.
  expect(JSON.stringify(migration?.spec)).not.toContain('configMap');
  const waiting = find('Deployment').spec.template.spec.initContainers.find(({ name }: Resource) => name === 'schema');
  expect(waiting.args.join()).toContain('until confere store migrate --check');
});

test('every pod is under a policy of the network, which lets no job be reached', () => {
  const policies = resources.flatMap(([, one]) => (one.kind === 'NetworkPolicy' ? [one.spec] : []));
  const forJobs = policies.find(({ podSelector }) => podSelector.matchExpressions !== undefined);
  const labels = jobs.map(({ spec }) => spec.template.metadata.labels['app.kubernetes.io/name']);
  expect(forJobs.podSelector.matchExpressions[0].values.toSorted()).toEqual(labels.toSorted());
  expect(forJobs).toMatchObject({ policyTypes: ['Ingress', 'Egress'], ingress: [] });
});

describe.runIf(kubectl).each(sizes)('the size %s', (size) => {
  const rendered = renderSize(size);
  const findRendered = (kind: string): Resource => rendered.find((resource) => resource.kind === kind);

  test('has as many workers as processors, knows how many there may be, and says how many connections that makes', () => {
    const [container] = findRendered('Deployment').spec.template.spec.containers;
    const find = (name: string) => Number(container.env.find((one: Resource) => one.name === name).value);
    const workers = find('CONFERE_SERVER_WORKERS');
    const { maxReplicas } = findRendered('HorizontalPodAutoscaler').spec;
    expect(Number(container.resources.limits.cpu)).toBe(workers);
    expect(find('CONFERE_LIMITS_NODES')).toBe(maxReplicas * workers);
    const connections = countConnections(maxReplicas * workers, find('CONFERE_STORE_CONNECTIONS'));
    expect(read(`${size}/kustomization.yaml`)).toContain(`; ${connections} connections to PostgreSQL.`);
    for (const page of ['docs/several-machines.md', 'docs/pt-BR/several-machines.md']) {
      const row = new RegExp(`^\\| \`${size}\` \\|.*\\| (\\S+) \\|$`, 'm').exec(readFileSync(join(root, page), 'utf8'));
      expect([page, Number(row?.[1]?.replace(/[.,]/g, ''))]).toEqual([page, connections]);
    }
  });
});

test('a Secret that changes reaches the folder of the service, whole, and the sidecar ends when it is told to', async () => {
  const [sidecar] = find('Deployment').spec.template.spec.initContainers;
  const home = createTemporaryFolder('sidecar');
  const [from, to] = [join(home, 'mounted'), join(home, 'own')];
  mkdirSync(from);
  writeFileSync(join(from, 'master.key'), 'first');
  const script = sidecar.args[0]
    .replace('/run/secrets/confere', from)
    .replace('/run/confere/secrets', to)
    .replace('sleep 5', 'sleep 0.05');
  const child = spawn('/bin/sh', [...sidecar.command.slice(1), script], { stdio: 'inherit' });
  const copied = () => readFileSync(join(to, 'master.key'), 'utf8');
  await expect.poll(copied).toBe('first');
  writeFileSync(join(from, 'master.key'), 'first\nsecond');
  await expect.poll(copied).toBe('first\nsecond');
  expect(statSync(join(to, 'master.key')).mode & 0o077).toBe(0);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

describe.each(pods)('%s', (_name, pod) => {
  const containers = [...(pod.initContainers ?? []), ...pod.containers];

  test('has no rights, no writable root, no token, bounded memory and room to write where it must', () => {
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001, fsGroup: 10_001 });
    for (const container of containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources).toMatchObject({
        requests: { cpu: expect.anything() },
        limits: { memory: expect.anything() },
      });
      for (const mount of container.volumeMounts)
        expect(pod.volumes.map(({ name }: Resource) => name)).toContain(mount.name);
    }
  });

  test('sets only settings that there are', () => {
    const names = containers.flatMap(({ env = [] }) => env.map(({ name }: Resource) => name as string));
    for (const name of names.filter((one) => one.startsWith('CONFERE_') && one !== 'CONFERE_CONFIG'))
      expect(Object.keys(settings).map(toVariable)).toContain(name);
  });

  test('takes its secrets from Secrets that the example describes', () => {
    const described = resources.flatMap(([, one]) => (one.kind === 'Secret' ? [one.metadata.name] : []));
    const used = [
      ...pod.volumes.flatMap(({ secret }: Resource) => (secret === undefined ? [] : [secret.secretName])),
      ...containers.flatMap(({ envFrom = [] }) => envFrom.map(({ secretRef }: Resource) => secretRef.name)),
    ];
    for (const name of used) expect(described).toContain(name);
    expect(JSON.stringify(containers)).not.toMatch(/PASSWORD|SECRET_ACCESS_KEY/);
  });
});

test('the pod has time to drain: until balancers know, and then as long as a stop may take', () => {
  const { terminationGracePeriodSeconds, containers } = find('Deployment').spec.template.spec;
  expect(terminationGracePeriodSeconds).toBeGreaterThan(containers[0].lifecycle.preStop.sleep.seconds + 15);
});

test('the proof of the audit reads the anchors, with their Secret', () => {
  const proof = jobs.find(({ metadata }) => metadata.name === 'confere-audit-verify');
  const [container] = proof?.spec.template.spec.containers ?? [];
  expect(container.args).toEqual(['audit', 'verify', '--anchors']);
  expect(container.envFrom).toEqual([{ secretRef: { name: 'confere-anchors', optional: true } }]);
});

describe.runIf(kubectl)('a change of the settings', () => {
  test('rolls out: the name of the ConfigMap is made of its content, and the pods ask for that name', () => {
    const rendered = renderSize('small');
    const [map] = rendered.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }) => metadata.name);
    expect(map).toMatch(/^confere-settings-\w+$/);
    expect(JSON.stringify(rendered.filter(({ kind }) => kind !== 'ConfigMap'))).not.toMatch(/"confere-settings"/);
  });
});

test('the settings are accepted, and what they keep in files is mounted there', () => {
  const directory = createTemporaryFolder('kubernetes');
  writeFileSync(join(directory, 'confere.yaml'), read(settingsFile));
  const config = loadConfig({ env: { CONFERE_CONFIG: 'confere.yaml' }, cwd: directory });
  expect(config).toMatchObject({
    counters: { kind: 'file', path: '/etc/confere/connections/counters' },
    store: { kind: 'file', path: '/etc/confere/connections/store' },
    'registry.source': expect.stringMatching(/^s3:/),
    'lists.source': expect.stringMatching(/^s3:/),
    // Its folders go with a pod; what it remembers of the audit must not.
    'audit.anchor': [{ kind: 's3', mode: 'COMPLIANCE' }],
  });
  const secret = resources.find(([, one]) => one.metadata?.name === 'confere-connections')?.[1];
  expect(Object.keys(secret.stringData)).toEqual(['counters', 'store']);
});

test('the autoscaler goes by a metric that the adapter makes of one of ours', () => {
  const [{ name, seriesQuery }] = (parse(read('prometheus-adapter.yaml')) as Resource).rules.custom;
  expect(find('HorizontalPodAutoscaler').spec.metrics[0].pods.metric.name).toBe(name.as);
  expect(Object.keys(metricKinds)).toContain(/^\w+/.exec(seriesQuery)?.[0]);
});
