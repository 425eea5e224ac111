// The schemas of watches: what is told of one, and of the companies that changed.

import { watchKinds } from '../../app/watches/ports.ts';
import { type Told, type WatchedChange, type WatchedHit, watchedHitKinds } from '../../app/watches/told-changes.ts';
import { legalBases } from '../../domain/access/legal-basis.ts';
import { companyChangeKinds, companyStateFields } from '../../domain/company/company-change.ts';
import { type IdentityDocument, identityDocumentTypes } from '../../domain/screening/identity-document.ts';
import {
  count,
  flag,
  listOf,
  listPage,
  named,
  object,
  oneOf,
  orNull,
  type Static,
  Type,
  text,
  textOrNull,
  titled,
} from '../schema.ts';
import { hitFields, screenRequestSchema } from '../screening/contract.ts';

type ToldHit = Omit<Told<WatchedHit>, 'sentence' | 'request_id' | 'identityDocument'> & {
  readonly document: IdentityDocument | null;
  readonly sentence: string;
  readonly request_id: string | null;
};
export type WatchItem = Told<WatchedChange> | ToldHit;

export interface WatchChangesResponse {
  changes: WatchItem[];
  next_cursor: string | null;
}

const watch = {
  id: text('`wat_…`'),
  kind: oneOf('WatchKind', watchKinds, 'Who is watched.'),
  companies: count('How many companies are watched.'),
  people: count('How many people are watched.'),
  lists: flag('Whether they are looked for in the lists; people always are.'),
  purpose: textOrNull('Why people are watched; null for companies.'),
  legal_basis: orNull(
    oneOf('LegalBasis', legalBases),
    'By which right people are watched (LGPD art. 7); null for companies.',
  ),
  until: textOrNull('When the watch is deleted; null for companies.', { format: 'date-time' }),
  changes: count('How many changes were found so far.'),
  missed_comparisons: count(
    'How often a snapshot of the registry or an edition of a list was gone before it could be compared.',
  ),
  created_at: text('When the list began to arrive.', { format: 'date-time' }),
  compared_at: textOrNull('When it was last compared with the registry or the lists.', { format: 'date-time' }),
};

export const watchHitKind = oneOf(
  'WatchHitKind',
  watchedHitKinds,
  '`new_hit`: it is in force and was not before; `ended_hit`: the other way round; `changed_hit`: its row says something else, or it is more or less sure.',
);
/** These facts describe a hit and name no person. */
export const watchHitFacts = {
  list: text('Such as `ceis`.'),
  row: text('Such as `ceis:123456`, as `confere lists show` takes it.'),
  match: hitFields.match,
  strength: hitFields.strength,
  state: hitFields.state,
};

export const watchSchemas = {
  WatchOrder: {
    description: 'Who is to be watched; longer lists are sent as CSV or NDJSON.',
    oneOf: [named('WatchCompaniesRequest'), named('WatchPeopleRequest')],
  },
  WatchCompaniesRequest: object(
    { cnpjs: listOf(Type.String(), 'CNPJs, with or without their mask.') },
    'The companies to watch.',
  ),
  WatchPeopleRequest: object({ people: listOf(named('WatchPerson'), 'Each CPF once.') }, 'The people to watch.'),
  WatchPerson: {
    ...object(
      {
        cpf: textOrNull('With or without its mask. Who has none needs a `reference`.'),
        name: text('2 to 200 characters. Many lists know people by their name alone.'),
        birth_date: textOrNull('Tells people of the same name apart.', { format: 'date' }),
        reference: textOrNull(
          'Your own word for them, which comes back with each hit. Without a CPF it tells people apart.',
        ),
        nationality: screenRequestSchema.properties.nationality,
        document: named('IdentityDocumentRequest'),
      },
      'A person to watch.',
    ),
    required: ['name'],
  },
  Watch: object(watch, 'A list of companies or people that is compared when the registry or a list changes.'),
  WatchList: listPage('watches', 'Watch'),
  WatchCreated: object(
    {
      ...watch,
      refused_count: count('Lines that hold nobody to watch.'),
      refused: listOf(
        titled(
          'WatchRefusedLine',
          object(
            { line: count('Counted from 1.'), reason: text('What is wrong with it.') },
            'A line that holds nobody to watch.',
          ),
        ),
        'The first of them.',
      ),
    },
    'The watch, and what of the list could not be read.',
  ),
  WatchChange: object(
    {
      cursor: text('Keep that of the last change you have read: as `cursor` it gives what came after it.'),
      cnpj: text('14 characters, no mask.'),
      kind: oneOf('WatchChangeKind', companyChangeKinds, '`added`: new in the registry; `removed`: no longer in it.'),
      changed: listOf(
        oneOf('WatchedField', companyStateFields),
        'What is different; empty unless the kind is `changed`.',
      ),
      before: orNull(named('WatchedState'), 'Null where it was not there.'),
      after: orNull(named('WatchedState'), 'Null where it is no longer there.'),
      from: text('The date of the older data.', { format: 'date' }),
      to: text('The date of the newer data.', { format: 'date' }),
    },
    'What changed of one company at one switch of the registry.',
  ),
  WatchedState: object(
    {
      status: named('CompanyStatus'),
      legal_name: textOrNull('Razão social.'),
      trade_name: textOrNull('Nome fantasia.'),
      mei: { type: ['boolean', 'null'], description: 'Whether it was an MEI on the day of the data.' },
      risk_level: named('RiskLevel'),
    },
    'What a verification would have said on the day of the data.',
  ),
  WatchHit: object(
    {
      cursor: text('Keep that of the last change you have read: as `cursor` it gives what came after it.'),
      kind: watchHitKind,
      cpf: textOrNull('11 digits, no mask; null for a company, and for a person without one.'),
      cnpj: textOrNull('14 characters, no mask; null for a person.'),
      reference: textOrNull('Your own word for the person.'),
      document: orNull(
        titled(
          'WatchedDocument',
          object(
            {
              type: oneOf('IdentityDocumentType', identityDocumentTypes),
              country: textOrNull('ISO 3166, two letters.'),
              number: text('Masked but for its end.'),
            },
            'A passport or another document.',
          ),
        ),
        'Of a person without a CPF, as you sent it; else null.',
      ),
      ...watchHitFacts,
      from: textOrNull('The day of the older data of the list; null where there was none.', { format: 'date' }),
      to: textOrNull('The day of the newer data of the list.', { format: 'date' }),
      sentence: text('What happened, for people, in the language of `Accept-Language`.'),
      request_id: textOrNull('`req_…`: the record of it in the audit; null for test keys.'),
    },
    'What became of one hit about somebody who is watched.',
  ),
  WatchItem: {
    description: 'A change of a company in the registry, or of a hit in a list.',
    oneOf: [named('WatchChange'), named('WatchHit')],
  },
  WatchChanges: object(
    {
      changes: listOf(named('WatchItem'), 'In the order in which they were found.'),
      next_cursor: textOrNull('Send it as `cursor` for the next page; null where there is none yet.'),
    },
    'A page of changes.',
  ),
};

export type WatchResponse = Static<typeof watchSchemas.Watch>;
export type WatchCreatedResponse = Static<typeof watchSchemas.WatchCreated>;
