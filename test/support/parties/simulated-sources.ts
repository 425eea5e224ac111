// Wires the ready profiles to a running simulator, by a real confere.yaml and the variables that the profiles name.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { callbackToken, clientId, clientSecret, shortId, shortSecret, staticToken } from '../../../src/sim/party.ts';
import type { Simulator } from '../../../src/sim/server.ts';

/** Which simulated party is which source, where a test does not choose others. */
export const parties = { bureau_a: 'serasa', bureau_b: 'quod', fraud_registry: 'pix-dict' } as const;

/** So long that only a party that never answers meets it. */
export const patient = { deadline_ms: 28_000, connect_ms: 10_000 };

/** As an operator would set them. */
export const simulatorSecrets: Readonly<Record<string, string>> = {
  SERPRO_CONSUMER_KEY: clientId,
  SERPRO_CONSUMER_SECRET: clientSecret,
  SERASA_CLIENT_ID: clientId,
  SERASA_CLIENT_SECRET: clientSecret,
  QUOD_API_KEY: staticToken,
  FRAUD_REGISTRY_TOKEN: staticToken,
  IDWALL_TOKEN: staticToken,
  IDWALL_CALLBACK_TOKEN: callbackToken,
  SPC_OPERATOR: clientId,
  SPC_WEBSERVICE_PASSWORD: clientSecret,
  BOA_VISTA_USER: clientId,
  BOA_VISTA_PASSWORD: clientSecret,
  BOA_VISTA_STRING_CODE: shortId,
  BOA_VISTA_STRING_PASSWORD: shortSecret,
  SERASA_STRING_LOGON: shortId,
  SERASA_STRING_PASSWORD: shortSecret,
  SERASA_STRING_CNPJ: '00000000000191',
};

export function findSimulatorSecret(name: string): string | undefined {
  return simulatorSecrets[name];
}

/** Writes the file into the directory and says where. */
export function writeSimulatedConfig(
  directory: string,
  simulator: Simulator,
  wiring: Readonly<Record<string, string>>,
  /** What stands beside the profile of a source, by slot. */
  settings: Readonly<Record<string, object>> = {},
  /** Further sections of the file. */
  sections: object = {},
): string {
  const sources = Object.entries(wiring).map(([slot, party]) => {
    const profile = join(import.meta.dirname, `../../../profiles/${party}.yaml`);
    return [slot, { profile, base_url: simulator.urlOf(party), ...settings[slot] }];
  });
  const file = join(directory, 'confere.yaml');
  writeFileSync(file, stringify({ sources: Object.fromEntries(sources), ...sections }));
  return file;
}
