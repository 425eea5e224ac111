// How Serpro hands out tokens, the same for all of its products.

import type { Access, PartyAnswer } from '../party.ts';

export const serproToken: Access = {
  kind: 'oauth',
  tokenPath: '/token',
  toTokenAnswer: (token, expiresInSeconds) => ({
    status: 200,
    // The second token is that of Integra Contador: other products have no use for it.
    body: {
      ...{ scope: 'default', token_type: 'Bearer', expires_in: expiresInSeconds, access_token: token },
      jwt_token: `jwt-of-${token}`,
    },
  }),
};

export const serproUnauthorized: PartyAnswer = {
  status: 401,
  body: { fault: { code: 900901, message: 'Invalid Credentials' } },
};
