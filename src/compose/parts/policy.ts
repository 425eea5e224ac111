// Loads the risk policy in force.

import { readFileSync } from 'node:fs';
import { defaultPolicy, parsePolicy, type RiskPolicy } from '../../domain/risk/risk-policy.ts';
import type { SignalDeclaration } from '../../domain/risk/signal.ts';
import { findSignalFaults } from '../../domain/risk/signal-ladder.ts';
import { OperatorError } from '../../errors.ts';
import { isMapping, parseYaml, type YamlFile } from '../../yaml-file.ts';

/** The policy in force: the built-in one, or the file's once it was checked. */
export function loadPolicy(file: string | null): RiskPolicy {
  if (file === null) return defaultPolicy;
  const yaml = parseYaml(file, readPolicyFile(file));
  if (yaml.error !== undefined) {
    throw new OperatorError(`${file}:${yaml.error.line}: ${yaml.error.problem}\nCompare it with: confere policy show`);
  }
  // A list of sixty missing keys would not help whoever named another kind of file.
  if (!isMapping(yaml.value)) {
    throw new OperatorError(
      `The policy file ${file} holds no policy. Start from the one in force: confere policy show`,
    );
  }
  const parsed = parsePolicy(yaml.value);
  if (parsed.kind === 'valid') return parsed.policy;
  throw toPolicyFault(file, parsed.faults, yaml);
}

/** Throws where the ladders of the policy of a file are about signals, or values of signals, that no source declares. */
export function checkPolicySignals(
  file: string | null,
  { signals }: Pick<RiskPolicy, 'signals'>,
  declared: ReadonlyMap<string, SignalDeclaration>,
): void {
  if (file === null) return;
  const faults = findSignalFaults(signals, declared);
  if (faults.length > 0) throw toPolicyFault(file, faults, parseYaml(file, readPolicyFile(file)));
}

function toPolicyFault(file: string, found: readonly string[], yaml: YamlFile): OperatorError {
  const faults = found.map((fault) => `${file}:${lineOf(fault, yaml)}: ${fault}`);
  const list = faults.map((fault) => `  - ${fault}`).join('\n');
  return new OperatorError(`The policy ${file} is refused:\n${list}\nSee docs/risk-policy.md.`, undefined, faults);
}

/** A fault begins with the key that it is about, such as `ladders.name.mismatch.cap`. */
function lineOf(fault: string, yaml: YamlFile): number {
  const [key = ''] = fault.split(':');
  return yaml.findPlace(key.split('.')).line;
}

function readPolicyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new OperatorError(`There is no policy file ${file}. Make one: confere policy show > FILE`);
    if (code === 'EISDIR') throw new OperatorError(`${file} is a folder; name the policy file in it.`);
    throw new OperatorError(`The policy file ${file} cannot be read (${code}). Check its owner and its permissions.`);
  }
}
