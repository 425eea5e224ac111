// deploy/kubernetes against the schemas of Kubernetes, as far as it can be judged without a cluster.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate as validateDeployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment';
import { validate as validateAutoscaler } from 'kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler';
import { validate as validateCronJob } from 'kubernetes-models/_schemas/IoK8sApiBatchV1CronJob';
import { validate as validateConfigMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap';
import { validate as validateNamespace } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Namespace';
import { validate as validateClaim } from 'kubernetes-models/_schemas/IoK8sApiCoreV1PersistentVolumeClaim';
import { validate as validateSecret } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Secret';
import { validate as validateService } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';
import { validate as validateServiceAccount } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ServiceAccount';
import { validate as validateNetworkPolicy } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy';
import { validate as validateBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig, settings, toVariable } from '../../src/config.ts';
import { metricKinds } from '../../src/telemetry/metric-kinds.ts';
import { findKubectl } from '../support/machine.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const folder = join(import.meta.dirname, '../../deploy/kubernetes');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

interface Validate {
  (data: unknown): boolean;
  errors?: readonly { readonly instancePath: string; readonly keyword: string }[] | null;
}

const schemas: Readonly<Record<string, unknown>> = {
  'apps/v1 Deployment': validateDeployment,
  'autoscaling/v2 HorizontalPodAutoscaler': validateAutoscaler,
  'batch/v1 CronJob': validateCronJob,
  'v1 ConfigMap': validateConfigMap,
  'v1 Namespace': validateNamespace,
  'v1 PersistentVolumeClaim': validateClaim,
  'v1 Secret': validateSecret,
  'v1 Service': validateService,
  'v1 ServiceAccount': validateServiceAccount,
  'networking.k8s.io/v1 NetworkPolicy': validateNetworkPolicy,
  'policy/v1 PodDisruptionBudget': validateBudget,
};

// biome-ignore lint/suspicious/noExplicitAny: objects of many kinds are looked into
type Resource = any;

const files = readdirSync(join(folder, 'base'))
  .filter((name) => name !== 'kustomization.yaml')
  .map((name) => `base/${name}`);
const resources: readonly (readonly [string, Resource])[] = [...files, 'secrets.example.yaml'].flatMap((name) =>
  parseAllDocuments(read(name), { merge: true }).map((document) => {
    const resource: Resource = document.toJS();
    return [`${name}: ${resource.apiVersion} ${resource.kind}`, resource] as const;
  }),
);
const find = (kind: string): Resource => resources.find(([, resource]) => resource.kind === kind)?.[1];

/** The schemas let unknown fields pass. What a validator never looked at is one, such as a misspelt `readOnlyRootFileSystem`. */
function watchReads(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      if (!Array.isArray(value)) unread.add(`${path}/${key}`);
      return [key, watchReads(child, `${path}/${key}`, unread)];
    }),
  );
  return new Proxy(Array.isArray(value) ? Object.values(inner) : inner, {
    get(target, key) {
      unread.delete(`${path}/${String(key)}`);
      return Reflect.get(target, key);
    },
  });
}

function findFaults(resource: Resource): string[] {
  const validate = schemas[`${resource.apiVersion} ${resource.kind}`] as Validate | undefined;
  if (validate === undefined) return ['no schema'];
  const unread = new Set<string>();
  const isValid = validate(watchReads(resource, '', unread));
  const errors = isValid ? [] : (validate.errors ?? []).map((error) => `${error.instancePath}: ${error.keyword}`);
  return [...errors, ...[...unread].map((path) => `${path}: unknown`)];
}

test.each(resources)('%s is what Kubernetes accepts, to the last field', (_name, resource) => {
  expect(findFaults(resource)).toEqual([]);
});

test('the check itself notices a misspelt field, a wrong type and a missing one', () => {
  const broken = structuredClone(find('Deployment'));
  broken.spec.template.spec.containers[0].securityContext.readOnlyRootFileSystem = true;
  broken.spec.template.spec.containers[0].ports[0].containerPort = '8080';
  delete broken.spec.selector;
  const faults = findFaults(broken).join('\n');
  expect(faults).toMatch(/readOnlyRootFileSystem: unknown/);
  expect(faults).toMatch(/containerPort: type/);
  expect(faults).toMatch(/spec: required/);
});

test('the base names every file that it has', () => {
  const { resources: named } = parse(read('base/kustomization.yaml')) as { resources: string[] };
  expect(named.map((name) => `base/${name}`).sort()).toEqual(files.sort());
});

const jobs = resources.flatMap(([, one]) => (one.kind === 'CronJob' ? [one] : []));
const pods: readonly (readonly [string, Resource])[] = [
  ['the service', find('Deployment').spec.template.spec],
  ...jobs.map((job) => [job.metadata.name, job.spec.jobTemplate.spec.template.spec] as const),
];

test('there is a job for the import, the migration, the purge and the proof of the audit', () => {
  const run = jobs.map((job) => job.spec.jobTemplate.spec.template.spec.containers[0]);
  expect(run.map(({ args }) => args.join(' '))).toEqual(
    expect.arrayContaining([
      expect.stringContaining('registry update'),
      'store migrate',
      'store purge',
      'audit verify',
    ]),
  );
  // Nobody's timer may run it, and a second apply must find nothing that it cannot change.
  expect(jobs.find(({ metadata }) => metadata.name === 'confere-store-migrate')?.spec.suspend).toBe(true);
});

const kubectl = findKubectl();
if (kubectl === undefined) process.stderr.write('SKIPPED: no kubectl on this machine to render the sizes with.\n');

describe.runIf(kubectl).each(['small', 'medium', 'large'])('the size %s', (size) => {
  const text =
    kubectl === undefined ? '' : execFileSync(kubectl, ['kustomize', join(folder, size)], { encoding: 'utf8' });
  const rendered: Resource[] = parseAllDocuments(text).map((document) => document.toJS());
  const findRendered = (kind: string): Resource => rendered.find((resource) => resource.kind === kind);

  test('is rendered to what Kubernetes accepts, every object of the base', () => {
    expect(rendered).toHaveLength(resources.filter(([, { kind }]) => kind !== 'Secret').length);
    for (const resource of rendered) expect([resource.kind, findFaults(resource)]).toEqual([resource.kind, []]);
  });

  test('has as many workers as processors, knows how many there may be, and says how many connections that makes', () => {
    const [container] = findRendered('Deployment').spec.template.spec.containers;
    const find = (name: string) => Number(container.env.find((one: Resource) => one.name === name).value);
    const workers = find('CONFERE_SERVER_WORKERS');
    const { maxReplicas } = findRendered('HorizontalPodAutoscaler').spec;
    expect(Number(container.resources.limits.cpu)).toBe(workers);
    expect(find('CONFERE_LIMITS_NODES')).toBe(maxReplicas * workers);
    const connections = maxReplicas * workers * (find('CONFERE_STORE_CONNECTIONS') + 4);
    expect(read(`${size}/kustomization.yaml`)).toContain(`; ${connections} connections to PostgreSQL.`);
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

test('the settings are accepted, and what they keep in files is mounted there', () => {
  const directory = createTemporaryFolder('kubernetes');
  writeFileSync(join(directory, 'confere.yaml'), find('ConfigMap').data['confere.yaml']);
  const config = loadConfig({ env: { CONFERE_CONFIG: 'confere.yaml' }, cwd: directory });
  expect(config).toMatchObject({
    counters: { kind: 'file', path: '/etc/confere/connections/counters' },
    store: { kind: 'file', path: '/etc/confere/connections/store' },
    'registry.source': expect.stringMatching(/^s3:/),
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
