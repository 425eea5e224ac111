// The schemas of watches: what is told of one, and of the companies that changed.

import type { ToldChange } from '../../app/watches/manage-watches.ts';
import { companyChangeKinds, companyStateFields } from '../../domain/company/company-change.ts';
import { count, listOf, named, object, text, textOrNull } from '../openapi/schema-pieces.ts';
import type { TSchema } from '../schema.ts';

export interface WatchResponse {
  id: string;
  companies: number;
  changes: number;
  missed_comparisons: number;
  created_at: string;
  compared_at: string | null;
}

export interface WatchCreatedResponse extends WatchResponse {
  refused_count: number;
  refused: { line: number; reason: string }[];
}

export interface WatchChangesResponse {
  changes: ToldChange[];
  next_cursor: string | null;
}

const watch = {
  id: text('`wat_…`'),
  companies: count('How many companies are watched.'),
  changes: count('How many changes were found so far.'),
  missed_comparisons: count('How often a snapshot of the registry was gone before it could be compared.'),
  created_at: text('When the list began to arrive.', { format: 'date-time' }),
  compared_at: textOrNull('When the registry was last switched and compared.', { format: 'date-time' }),
};

export const watchSchemas = {
  WatchRequest: object(
    { cnpjs: listOf({ type: 'string' }, 'CNPJs, with or without their mask.') },
    'The companies to watch; longer lists are sent as CSV or NDJSON.',
  ),
  Watch: object(watch, 'A list of companies that is compared at every switch of the registry.'),
  WatchList: object(
    {
      watches: listOf(named('Watch'), 'The newest first.'),
      next_cursor: textOrNull('Send it as `cursor` for the next page; null on the last one.'),
    },
    'A page of watches.',
  ),
  WatchCreated: object(
    {
      ...watch,
      refused_count: count('Lines without a CNPJ.'),
      refused: listOf(
        {
          title: 'WatchRefusedLine',
          ...object(
            { line: count('Counted from 1.'), reason: text('What is wrong with it.') },
            'A line without a CNPJ.',
          ),
        },
        'The first of them.',
      ),
    },
    'The watch, and what of the list could not be read.',
  ),
  WatchChange: object(
    {
      cursor: text('Keep that of the last change you have read: as `cursor` it gives what came after it.'),
      cnpj: text('14 characters, no mask.'),
      kind: {
        title: 'WatchChangeKind',
        type: 'string',
        enum: companyChangeKinds,
        description: '`added`: new in the registry; `removed`: no longer in it.',
      },
      changed: listOf(
        { title: 'WatchedField', type: 'string', enum: companyStateFields },
        'What is different; empty unless the kind is `changed`.',
      ),
      before: { anyOf: [named('WatchedState'), { type: 'null' }], description: 'Null where it was not there.' },
      after: { anyOf: [named('WatchedState'), { type: 'null' }], description: 'Null where it is no longer there.' },
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
  WatchChanges: object(
    {
      changes: listOf(named('WatchChange'), 'In the order in which they were found.'),
      next_cursor: textOrNull('Send it as `cursor` for the next page; null where there is none yet.'),
    },
    'A page of changes.',
  ),
} as unknown as Record<string, TSchema>;
