// What a screening takes and answers, as schemas.

import { partnersStates } from '../../domain/coverage/list-coverage.ts';
import { aspects, matchKinds } from '../../domain/screening/hit.ts';
import { identityDocumentTypes, identityNumberLengthMax } from '../../domain/screening/identity-document.ts';
import { editionStates, screeningStatuses } from '../../domain/screening/screening.ts';
import { sensitivityLevels } from '../../domain/screening/sensitivity.ts';
import { cnpjForm, coverageSchemas, cpfForm, dateForm, nameForm, optionalInput } from '../contract.ts';
import {
  count,
  listOf,
  object,
  oneOf,
  oneOfOrNull,
  orNull,
  type Static,
  Type,
  text,
  textOrNull,
  titled,
} from '../schema.ts';

const documentInput = Type.Optional(
  Type.Unsafe<object | null>({
    title: 'IdentityDocumentRequest',
    type: ['object', 'null'],
    additionalProperties: false,
    required: ['type', 'number'],
    properties: {
      type: Type.Unsafe<string>({
        title: 'IdentityDocumentType',
        type: 'string',
        format: 'document-type',
        enum: [...identityDocumentTypes],
      }),
      number: Type.Unsafe<string>({
        type: 'string',
        format: 'document-number',
        description: 'As it stands on the document. Case, blanks and punctuation do not count. A CPF goes into `cpf`.',
        maxLength: identityNumberLengthMax,
      }),
      country: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'country',
        description: 'Which has issued it, as in `nationality`. Without it an equal number is `possible` alone.',
      }),
    },
    description: 'A passport or another document of a person who may have no CPF. Another one in a list hides nobody.',
  }),
);

/** Every field may be left out here; `readQuestion` says which of them belong together. */
export const screenRequestSchema = Type.Object(
  {
    cpf: optionalInput('cpf', 'The CPF of a person: 11 digits, or `000.000.000-00`.', cpfForm),
    name: optionalInput('person-name', 'Full name of a person. 2 to 200 characters.', nameForm),
    birth_date: optionalInput('birth-date', 'Date of birth of a person as YYYY-MM-DD.', dateForm),
    nationality: optionalInput(
      'country',
      'Nationality of a person: ISO 3166 in two letters or three, or the country’s name in English or Portuguese. Another one in a list hides nobody.',
    ),
    document: documentInput,
    cnpj: optionalInput('cnpj', 'The CNPJ of a company: 14 characters, or `00.000.000/0000-00`.', cnpjForm),
    company_name: optionalInput('company-name', 'Legal or trade name of a company.', nameForm),
    reference: optionalInput(
      'reference',
      'Your own name for the customer, up to 100 characters. Nobody is looked for by it; it tells a customer without a number from a namesake.',
      { minLength: 1, maxLength: 100 },
    ),
  },
  {
    additionalProperties: false,
    description:
      'A person by `cpf`, `name`, `document` or several of them, with `birth_date` and `nationality` where they are known; or a company by `cnpj`, `company_name` or both. ' +
      'The more is known, the surer the answer. Unknown fields are refused, so that a misspelt one is never silently ignored.',
  },
);

const aspect = oneOf('ScreeningAspect', aspects);
const day = { format: 'date' };

const match = oneOf(
  'ScreeningMatch',
  matchKinds,
  'By what it was found: the whole number, also that of a passport or another document; another establishment of the company; the six digits that a publisher shows of a CPF, and the name; the name and the birth; or the name alone.',
);
const hitState = oneOf(
  'HitState',
  ['in_force', 'ended', 'not_yet'],
  'By the dates of the row, on the day of the answer. Only `in_force` decides.',
);

const partner = titled(
  'ScreenedPartner',
  object(
    {
      name: textOrNull('As the registry of the Receita Federal has it.'),
      role: textOrNull('The qualification in the registry, such as `Sócio-Administrador`.'),
      document: textOrNull('A CNPJ, or a CPF as the Receita masks it.'),
    },
    'The partner.',
  ),
);

export const hitFields = {
  list: text('The list, by its short name, such as `ceis` or `pep`.'),
  as_of: text('The day of the list’s data.', day),
  row: text('The list and the publisher’s own number of the row, as `confere lists show` takes it.'),
  match,
  strength: oneOf('HitStrength', ['hit', 'possible'], '`possible`: a person has to look whether it is the same one.'),
  similarity: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description: 'Of the names, 0 to 1; null where none was compared.',
  }),
  agreed: listOf(aspect, 'What agrees.'),
  disagreed: listOf(aspect, 'What differs.'),
  establishment: oneOfOrNull(
    'ListedEstablishment',
    ['head_office', 'branch'],
    'Which establishment is listed, where it is another one of the same company; else null.',
  ),
  state: hitState,
  name: textOrNull('As listed; null where the publisher gives only a number.'),
  document: textOrNull('The number as listed; a CPF is masked.'),
  identity_documents: listOf(
    titled(
      'ListedIdentityDocument',
      object(
        {
          type: oneOf('IdentityDocumentType', identityDocumentTypes),
          country: textOrNull('Which has issued it: ISO 3166, two letters; null where the list does not say.'),
          number: text('Masked but for its end.'),
          agrees: Type.Boolean({ description: 'Whether it has the number that was asked about.' }),
        },
        'A document that the row names.',
      ),
    ),
    'Passports and other documents of the row.',
  ),
  nationalities: listOf(Type.String(), 'Nationalities of the row: ISO 3166, two letters.'),
  birth_dates: listOf(Type.String(), 'Birth dates of the row: YYYY-MM-DD, or as much of one as the list says.'),
  from: textOrNull('The first day on which it holds.', day),
  until: textOrNull('The last day; null where the publisher names none.', day),
  category: textOrNull('The sanction or the office, in the publisher’s words.'),
  authority: textOrNull('Who decided it, or where the office is.'),
  process: textOrNull('The number of the case.'),
  reach: textOrNull('Whom it binds, in the publisher’s words.'),
  remarks: textOrNull('Free text of the publisher; CPFs in it are masked.'),
  other_rows: listOf(Type.String(), 'Further rows of the same list about the same act or person.'),
  partner: orNull(partner, 'The partner whom it is about; null where it is the one who was asked about.'),
  sentence: text('The hit as a sentence, in the language that `Accept-Language` asks for.'),
};
const judgement = titled(
  'HitJudgement',
  object(
    {
      kind: oneOf('StayingJudgement', ['accepted', 'confirmed', 'frozen'], 'As in `Clearance`.'),
      id: text('`GET /v1/screen/clearances/{id}` says who gave which reason.'),
      since: text('Since when it counts, in UTC.', { format: 'date-time' }),
      until: textOrNull('The last day on which it counts; null where it has none.', day),
    },
    'What somebody has judged of a hit that stays one.',
  ),
);
const judgedFields = {
  ...hitFields,
  judgement: orNull(judgement, 'What somebody has judged of it; null where nobody has.'),
};
const hit = object(judgedFields, 'One entry of a list.');

const cleared = object(
  {
    list: text('The list, by its short name.'),
    row: text('The row, as in a hit.'),
    match,
    state: hitState,
    other_rows: listOf(Type.String(), 'Further rows of the same list about the same act or person.'),
    partner: orNull(partner, 'As in a hit.'),
    clearance: text('The id of the clearance: `GET /v1/screen/clearances/{id}` says who gave which reason.'),
    cleared_at: text('Since when it is cleared, in UTC.', { format: 'date-time' }),
  },
  'A hit that somebody has judged false before.',
);

const listFields = {
  list: text('The list, by its short name.'),
  as_of: textOrNull('The day of its data; null where it cannot be used.', day),
  state: oneOf(
    'ListState',
    editionStates,
    'Only `current` lets you conclude that somebody is not on it. `stale`: older than its publisher’s pace allows. `loading`: being read into memory.',
  ),
};
const aboutList = 'One list, and whether it can be relied upon.';
/** The schema has the fields by which short forms name a list. */
export const screenedList = titled('ScreenedList', object(listFields, aboutList));

const sensitivity = oneOfOrNull(
  'ListSensitivity',
  sensitivityLevels,
  'How alike a name had to be: `high` tells the most rows, `low` the fewest. Null where nobody looked.',
);
const judgedList = titled('JudgedList', object({ ...listFields, sensitivity }, aboutList));

const partners = object(
  {
    state: oneOf(
      'PartnersState',
      partnersStates,
      '`unavailable`: the whole records of companies are not imported. `not_found`: the registry has no partners of this company. Neither lets the answer be `clear`.',
    ),
    screened: count('How many were looked for.'),
    total: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      description: 'How many the company has; null where nobody knows.',
    }),
  },
  'The partners of the company.',
);

export const screeningStatus = oneOf(
  'ScreeningStatus',
  screeningStatuses,
  '`hit`: listed, in force. `possible`: only candidates that a person has to judge. `clear`: nothing in force in the lists that were looked at. ' +
    '`inconclusive`: nothing found, but something that is relied upon could not be looked at. ' +
    '`accepted`: listed, in force, and a senior has accepted the customer with each hit until a day; never `clear`.',
);

const explained = object(coverageSchemas, 'Only with `?explain=true`: what the answer rests on.');
const explanation = titled('ScreenExplanation', explained);

const told = object(
  {
    request_id: text('The identifier of this request, as in the header `Request-Id`.'),
    status: screeningStatus,
    cpf: textOrNull('The CPF that was looked for: 11 digits; null where none was given.'),
    cnpj: textOrNull('The CNPJ that was looked for: 14 characters; null where none was given.'),
    hits: listOf(
      titled('ScreeningHit', hit),
      'In force first, then the surest; at most 50 for each who was looked for.',
    ),
    hits_total: count('How many there are, with those that are not told.'),
    cleared: listOf(
      titled('ClearedHit', cleared),
      'Hits that somebody has judged false before: they are not in `hits`, and do not decide.',
    ),
    need_name: listOf(
      Type.String(),
      'Lists with rows that only a name finds, or with the same six digits of a CPF: ask again with `name` or `company_name` to know.',
    ),
    lists: listOf(judgedList, 'The lists that were looked at, and those that should have been.'),
    partners: orNull(titled('ScreenedPartners', partners), 'Only with `?partners=true`; otherwise null.'),
    processed_at: text('Processing time in UTC, YYYY-MM-DDTHH:MM:SSZ.', { format: 'date-time' }),
    need_number: listOf(
      Type.String(),
      'Lists with rows that only a number finds: ask again with `cpf` or `cnpj` to know.',
    ),
    unread_name: Type.Boolean({
      description:
        'Whether a name is in an alphabet that Confere cannot read: `need_name` then has the lists in which it could not be compared. ' +
        'Ask again with the name in Latin letters.',
    }),
  },
  'What the lists say.',
);

export const screeningSchemas = {
  ScreenRequest: screenRequestSchema,
  ScreenResponse: { ...told, properties: { ...(told as { readonly properties?: object }).properties, explanation } },
};

export type HitDocument = Static<typeof hit>;
export type ClearedDocument = Static<typeof cleared>;
export type ScreenResponse = Static<typeof told> & { explanation?: Static<typeof explained> };
