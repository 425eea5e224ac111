// The variables that the profiles name, with what the simulator accepts: as an operator would set them.

import { clientId, clientSecret, staticToken } from '../../src/sim/party.ts';

export const simulatorSecrets = {
  SERPRO_CONSUMER_KEY: clientId,
  SERPRO_CONSUMER_SECRET: clientSecret,
  SERASA_CLIENT_ID: clientId,
  SERASA_CLIENT_SECRET: clientSecret,
  QUOD_API_KEY: staticToken,
  FRAUD_REGISTRY_TOKEN: staticToken,
};
