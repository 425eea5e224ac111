// The schemas of the routes for company records. Those of the record itself come from `domain/company/forms/record-fields.ts`, and a
// test holds real answers against them.

import type { Form } from '../../domain/company/forms/form.ts';
import type { RecordDocument } from '../../domain/company/forms/record-document.ts';
import {
  establishmentForm,
  fields,
  partnerForm,
  recordComponents,
  recordForm,
} from '../../domain/company/forms/record-fields.ts';
import { count, listOf, named, object, oneOf, oneOfOrNull, type Static, Type, textOrNull } from '../schema.ts';

export const lookupNumbersMax = 1_000;

const lookupStatuses = ['found', 'not_found', 'invalid', 'unavailable'] as const;

const schemaOf = <Value, Document>({ schema }: Form<Value, Document>) => Type.Unsafe<Document>(schema);

const root = schemaOf(fields.root);
const data_as_of = schemaOf(fields.dataAsOf);

const establishmentsProperties = {
  root,
  total: count('How many the company has in all.'),
  establishments: listOf(schemaOf(establishmentForm), 'In the order of their branch numbers.'),
  next_cursor: textOrNull('Send it as `cursor` for the next page; null on the last.'),
  data_as_of,
};

const partnersProperties = {
  root,
  total: count('How many the company has in all, those included that are withheld.'),
  partners: listOf(schemaOf(partnerForm), 'By day of entry, then name.'),
  next_cursor: establishmentsProperties.next_cursor,
  data_as_of,
};

const lookupLineProperties = {
  index: count('Position of the number in the request, from 0.'),
  cnpj: textOrNull('14 characters, no mask; null when the number is invalid.'),
  status: oneOf(
    'LookupStatus',
    lookupStatuses,
    '`unavailable`: the registry went out of service while it was being read.',
  ),
  reason: oneOfOrNull(
    'LookupReason',
    ['invalid_type', 'invalid_format', 'invalid_check_digits', 'registry_unavailable'],
    'Why it is invalid or unavailable.',
  ),
  company: Type.Unsafe<Partial<RecordDocument> | null>({
    anyOf: [named('CompanyRecord'), named('CompanyRecordFields'), { type: 'null' }],
    description: 'The record, or those of its fields that were asked for.',
  }),
  data_as_of: textOrNull('Date of the registry that answered, YYYY-MM-DD.', { format: 'date' }),
};

/** The schema checks only the list as a whole; each number has its own line in the answer. */
const lookupRequest = object(
  { cnpjs: { ...listOf(Type.String(), 'Numbers, with or without mask.'), maxItems: lookupNumbersMax } },
  'Up to 1,000 numbers.',
);

export const companySchemas = {
  CompanyRecord: schemaOf(recordForm),
  CompanyRecordFields: {
    ...schemaOf(recordForm),
    description: 'The fields of a record that were chosen with `fields`.',
    required: [],
  },
  ...recordComponents,
  CompanyEstablishments: object(establishmentsProperties, 'A page of a company’s establishments.'),
  CompanyPartners: object(partnersProperties, 'A page of a company’s partners.'),
  CompanyLookupRequest: lookupRequest,
  CompanyLookupLine: object(lookupLineProperties, 'One line of the answer.'),
};

export type EstablishmentsResponse = Static<typeof companySchemas.CompanyEstablishments>;
export type PartnersResponse = Static<typeof companySchemas.CompanyPartners>;
export type LookupLine = Static<typeof companySchemas.CompanyLookupLine>;
