// The names of the sources that are asked about people, as the settings have them, without checking what else they say.

import { companyParty } from '../../app/audit/entry.ts';
import type { Config } from '../../config.ts';
import { contractSourceNames, isContractSource } from '../../domain/person/contract-sources.ts';
import { isSourceName, type SourceName } from '../../domain/person/evidence.ts';
import { isMapping, parseYaml } from '../../yaml-file.ts';

/** The contract's own first, described or not. */
export function listSourceNames({ file }: Pick<Config, 'file'>): readonly SourceName[] {
  if (file === null) return contractSourceNames;
  const { value } = parseYaml(file.path, file.text);
  const section = isMapping(value) && isMapping(value['sources']) ? value['sources'] : {};
  const isOther = (name: string) => isSourceName(name) && name !== companyParty && !isContractSource(name);
  return [...contractSourceNames, ...Object.keys(section).filter(isOther)];
}
