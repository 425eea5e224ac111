// Loads the risk policy in force.

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { defaultPolicy, parsePolicy, type RiskPolicy } from '../domain/risk-policy.ts';
import { OperatorError } from '../errors.ts';

/** The policy in force: the built-in one, or the file's once it was checked. */
export function loadPolicy(file: string | null): RiskPolicy {
  if (file === null) return defaultPolicy;
  const text = readPolicyFile(file);
  let raw: unknown;
  try {
    raw = parse(text);
  } catch {
    throw new OperatorError(`The policy ${file} is not valid YAML. Compare it with: confere policy show`);
  }
  // Of a file that is something else altogether, sixty missing keys would be no help.
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    throw new OperatorError(
      `The policy file ${file} holds no policy. Start from the one in force: confere policy show`,
    );
  }
  const parsed = parsePolicy(raw);
  if (parsed.kind === 'valid') return parsed.policy;
  const faults = parsed.faults.map((fault) => `  - ${fault}`).join('\n');
  throw new OperatorError(
    `The policy ${file} is refused:\n${faults}\nSee docs/risk-policy.md.`,
    undefined,
    parsed.faults,
  );
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
