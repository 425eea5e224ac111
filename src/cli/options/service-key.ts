// The API key for a command that asks a running service. Never an argument, which every user of the machine could read.

import { readFileSync } from 'node:fs';
import { findEnvironmentSecret } from '../../config.ts';
import { OperatorError } from '../../errors.ts';

/** The address of a service with the default settings, on this machine. */
export const defaultAddress = 'http://127.0.0.1:8080';

export const keyVariable = 'CONFERE_API_KEY';

export const keyFileOption = [
  '--key-file <file>',
  `a file that holds the API key (default: the variable ${keyVariable})`,
] as const;

export function findApiKey(keyFile: string | undefined): string | undefined {
  const key = keyFile === undefined ? findEnvironmentSecret(keyVariable) : readFileSync(keyFile, 'utf8');
  const trimmed = key?.trim() ?? '';
  if (trimmed === '') {
    if (keyFile !== undefined) throw new OperatorError(`${keyFile} is empty; it should hold an API key.`);
    return undefined;
  }
  if (/[\s\p{Cc}]/u.test(trimmed))
    throw new OperatorError('The API key contains blanks. Its file should hold the key and nothing else.');
  return trimmed;
}

export function getApiKey(keyFile: string | undefined): string {
  const key = findApiKey(keyFile);
  if (key !== undefined) return key;
  throw new OperatorError(`No API key: set ${keyVariable}, or name a file that holds one with --key-file.`);
}
