// deploy/kubernetes against the schemas of Kubernetes.

import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { loadExtra } from '../../scripts/extra-packages.ts';
import { findResource, folder, kubectl, type Resource, renderSize, resources, sizes } from '../support/kubernetes.ts';

interface Validate {
  (data: unknown): boolean;
  errors?: readonly { readonly instancePath: string; readonly keyword: string }[] | null;
}

const { schemas } = await loadExtra<{ schemas: Readonly<Record<string, Validate>> }>('test/linters', 'kubernetes.js');

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
  const validate = schemas[`${resource.apiVersion} ${resource.kind}`];
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
  const broken = structuredClone(findResource('Deployment'));
  broken.spec.template.spec.containers[0].securityContext.readOnlyRootFileSystem = true;
  broken.spec.template.spec.containers[0].ports[0].containerPort = '8080';
  delete broken.spec.selector;
  const faults = findFaults(broken).join('\n');
  expect(faults).toMatch(/readOnlyRootFileSystem: unknown/);
  expect(faults).toMatch(/containerPort: type/);
  expect(faults).toMatch(/spec: required/);
});

describe.runIf(kubectl).each(sizes)('the size %s', (size) => {
  test('is rendered to what Kubernetes accepts, every object of the base', () => {
    const rendered = renderSize(size);
    // Its ConfigMap is made of a file, and the migration stands alone.
    expect(rendered).toHaveLength(resources.filter(([, { kind }]) => kind !== 'Secret' && kind !== 'Job').length + 1);
    for (const resource of rendered) expect([resource.kind, findFaults(resource)]).toEqual([resource.kind, []]);
  });
});

// Neither npm nor Debian has an API server, so the cluster is one of yours, such as kind. It changes nothing there but the namespace.
const context = process.env['KUBERNETES_TEST_CONTEXT'];
if (context === undefined) {
  process.stderr.write(
    'SKIPPED: no real API server accepted the manifests; name a cluster by KUBERNETES_TEST_CONTEXT, a context of kubectl.\n',
  );
}

describe.runIf(kubectl && context)('a real API server', () => {
  const onServer = (...args: readonly string[]) =>
    spawnSync(kubectl as string, ['--context', context as string, 'apply', ...args], { cwd: folder, encoding: 'utf8' });

  test.each(['migrate', ...sizes])('accepts %s', (name) => {
    expect(onServer('-f', 'base/namespace.yaml').stderr).toBe('');
    const { status, stderr } = onServer('--dry-run=server', '-k', name);
    expect([status, stderr]).toEqual([0, '']);
  });
});
