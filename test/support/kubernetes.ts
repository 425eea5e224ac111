// deploy/kubernetes as objects.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { findKubectl } from './machine.ts';

export const folder = join(import.meta.dirname, '../../deploy/kubernetes');
export const readManifest = (name: string): string => readFileSync(join(folder, name), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: objects of many kinds are looked into
export type Resource = any;

/** What the ConfigMap is made of. */
export const settingsFile = 'base/confere.yaml';

export const baseFiles: readonly string[] = readdirSync(join(folder, 'base'))
  .map((name) => `base/${name}`)
  .filter((name) => name !== 'base/kustomization.yaml' && name !== settingsFile);

/** With a name for messages. */
export const resources: readonly (readonly [string, Resource])[] = [
  ...baseFiles,
  'migrate/job.yaml',
  'secrets.example.yaml',
].flatMap((name) =>
  parseAllDocuments(readManifest(name), { merge: true }).map((document) => {
    const resource: Resource = document.toJS();
    return [`${name}: ${resource.apiVersion} ${resource.kind}`, resource] as const;
  }),
);

export const findResource = (kind: string): Resource => resources.find(([, resource]) => resource.kind === kind)?.[1];

export const sizes = ['small', 'medium', 'large'] as const;
export const kubectl = findKubectl();
if (kubectl === undefined) process.stderr.write('SKIPPED: no kubectl on this machine to render the sizes with.\n');

export function renderSize(size: string): Resource[] {
  if (kubectl === undefined) return [];
  const text = execFileSync(kubectl, ['kustomize', join(folder, size)], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => document.toJS());
}
