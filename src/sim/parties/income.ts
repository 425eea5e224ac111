// An invented source of income estimates: it tells a band and nothing else, which the service takes as a signal. The number alone decides
// the band, so that the sandbox's people stay as they were promised.

import { createDraw } from '../../sandbox/draw.ts';
import type { PersonParty } from '../party.ts';
import { staticToken } from '../party.ts';

const bands = ['none', 'low', 'medium', 'high'] as const;
const address = /^\/v1\/income\/(\d{11})$/;

export const income: PersonParty = {
  name: 'income',
  title: 'Income estimates',
  about: 'person',
  plays: 'bureau_b',
  access: { kind: 'header', name: 'x-api-key', value: staticToken },
  unauthorized: { status: 401, body: { error: 'unauthorized' } },
  notUnderstood: { status: 400, body: { error: 'malformed' } },
  findSubject: ({ path }) => address.exec(path)?.[1],
  toAnswer(cpf, evidence) {
    if (evidence.kind === 'not_found') {
      return { status: 404, body: { cpf, error: 'unknown_person' }, outcome: 'not_found' };
    }
    const draw = createDraw(`income ${cpf}`);
    // About one person in ten has no estimate, which is no estimate of nothing.
    const band = draw(10) === 0 ? null : bands[draw(bands.length)];
    return { status: 200, body: { cpf, income: { band } } };
  },
};

/** The same for callers that sign every request. */
export const signedIncome: PersonParty = {
  ...income,
  name: 'signed-income',
  title: 'Income estimates, for signed requests',
  access: { kind: 'hmac' },
};
