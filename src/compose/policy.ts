// Loads the risk policy in force.

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { defaultPolicy, parsePolicy, type RiskPolicy } from '../domain/risk-policy.ts';
import { OperatorError } from '../errors.ts';

/** The policy in force: the built-in one, or the file's once it was checked. */
export function loadPolicy(file: string | null): RiskPolicy {
  if (file === null) return defaultPolicy;
  let raw: unknown;
  try {
    raw = parse(readFileSync(file, 'utf8'));
  } catch {
    throw new OperatorError(`The policy ${file} cannot be read as YAML. Compare it with: confere policy show`);
  }
  const parsed = parsePolicy(raw);
  if (parsed.kind === 'valid') return parsed.policy;
  const faults = parsed.faults.map((fault) => `  - ${fault}`).join('\n');
  throw new OperatorError(`The policy ${file} is refused:\n${faults}\nSee docs/risk-policy.md.`);
}
