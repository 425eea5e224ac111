// Opens two snapshots for a list of their differences. The act is written down before the first of them is read.

import { resolve } from 'node:path';
import type { Config } from '../../../config.ts';
import type { CompanyChange } from '../../../domain/company/company-change.ts';
import { loadPolicy } from '../../parts/policy.ts';
import { toRegistryDirectory } from '../../parts/registry/registry-directory.ts';
import { recordAct } from '../audit/operator-act.ts';

/** A name with a slash is a path, from the current folder on. */
export async function openChanges(config: Config, names: { readonly before: string; readonly after: string }) {
  const { openRegistryChanges } = await import('../../../registry/registry-changes.ts');
  const toName = (name: string) => (name.includes('/') ? resolve(name) : name);
  const { youngCompanyDays } = loadPolicy(config['policy.file']);
  const { before, after, portions } = openRegistryChanges(
    toRegistryDirectory(config),
    { before: toName(names.before), after: toName(names.after) },
    youngCompanyDays,
  );
  await recordAct(config, 'registry_exported', after.id);
  return { before, after, pieces: toPieces(portions) };
}

function* toPieces(portions: Iterable<readonly CompanyChange[]>) {
  for (const changes of portions) {
    yield { text: changes.map((change) => `${JSON.stringify(change)}\n`).join(''), records: changes.length };
  }
}
