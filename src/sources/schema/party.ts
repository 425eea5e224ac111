// The shape of the `sources` section of confere.yaml: one schema from which types, checks, `sources schema` and docs come.
// It only says what may be written; reading files, resolving secrets and finding faults is `read-sources.ts`.

import { type Static, Type } from 'typebox';
import { companyParty } from '../../app/audit/entry.ts';
import { companyStatuses } from '../../domain/company/company.ts';
import { contractSourceNames } from '../../domain/person/contract-sources.ts';
import { registrationStatuses, sourceNamePattern, sourceRoles } from '../../domain/person/evidence.ts';
import { connectionProperties } from './connection.ts';
import { companyMappingProperties, personMappingProperties, signalSchema } from './mapping.ts';
import { closed, flag, oneOf } from './shapes.ts';

const codeMap = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Record(Type.String(), oneOf(values, 'Our word for it.'), { description });

export const personPartySchema = closed({
  ...connectionProperties,
  signals: Type.Optional(
    Type.Record(Type.String(), signalSchema, {
      description:
        'What the party tells beyond the mapping, by names of your own. The risk policy can put a ladder on each.',
    }),
  ),
  roles: Type.Optional(
    Type.Array(oneOf(sourceRoles, 'identity, debts, score or fraud.'), {
      description: `What the source is asked for. ${contractSourceNames.join(', ')} imply theirs; any other source needs it.`,
    }),
  ),
  mapping: closed(personMappingProperties, 'From the body of the answer to our evidence.'),
  codes: Type.Optional(
    closed({
      registration: Type.Optional(
        codeMap(registrationStatuses, "From the party's codes or words to ours; any other code is unknown."),
      ),
    }),
  ),
  required: Type.Optional(
    flag('Without its answer there is no result (503) instead of a partial one. Default: false.'),
  ),
});
export type PersonPartyDescription = Static<typeof personPartySchema>;

export const companyPartySchema = closed({
  ...connectionProperties,
  mapping: closed(companyMappingProperties, 'From the body of the answer to a company.'),
  codes: Type.Optional(
    closed({
      status: Type.Optional(codeMap(companyStatuses, "From the party's codes or words to ours; any other is unknown.")),
    }),
  ),
  reliable_not_found: Type.Optional(
    flag('Its "not found" may be believed: an outage never looks like one. Default: false.'),
  ),
});
export type CompanyPartyDescription = Static<typeof companyPartySchema>;

export type PartyDescription = PersonPartyDescription | CompanyPartyDescription;

/** Each is asked about every person. */
export const personPartiesMax = 16;

/** The section as an editor sees it: any name for a source about people, and one for companies. */
export function toSourcesSchema(person: object, company: object): object {
  const named = [...contractSourceNames.map((name) => [name, person]), [companyParty, company]];
  return {
    type: 'object',
    properties: Object.fromEntries(named),
    patternProperties: { [sourceNamePattern.replace('^', `^(?!${companyParty}$)`)]: person },
    additionalProperties: false,
    description: 'The outside parties.',
  };
}

export type PersonMapping = PersonPartyDescription['mapping'];
export type CompanyMapping = CompanyPartyDescription['mapping'];
