// The schema of a key's usage in a month.

import { callOutcomes } from '../../domain/prices/call-outcome.ts';
import { count, listOf, object, oneOf, type Static, text, textOrNull, titled } from '../schema.ts';

const amount = { pattern: '^[0-9]+\\.[0-9]{4}$' };

const verifications = object(
  {
    operation: oneOf('UsageOperation', ['cpf', 'cnpj', 'screen'], 'A verification, or a screening.'),
    outcome: text('The `status` of the answer, or `sources_unavailable`.'),
    count: count('How many there were.'),
  },
  'Verifications with one outcome.',
);

const calls = object(
  {
    source: text('The name of the source that was called.'),
    outcome: oneOf('CallOutcome', callOutcomes, 'The result of the call.'),
    purpose: textOrNull('What for; null where nobody said.'),
    count: count('Requests that were sent.'),
    reais: textOrNull('What they cost together; null where they have no price.', amount),
  },
  'Calls to one source with one outcome and purpose.',
);

const purposes = object(
  {
    purpose: textOrNull('What for; null where nobody said.'),
    reais: text('What the calls cost together.', amount),
    reais_per_verification: textOrNull('For each verification of a person, rounded half up.', amount),
    reais_per_approved: textOrNull('For each person who may be approved, likewise.', amount),
  },
  'The cost of one purpose.',
);

export const usageSchemas = {
  Usage: object(
    {
      month: text('`YYYY-MM`, of America/Sao_Paulo.', { pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' }),
      requests: count('Requests that showed the key, refused ones included.'),
      verifications: listOf(titled('UsageVerifications', verifications), 'What was asked, and the results.'),
      approved: count(
        'Verifications of people whose answer says that they may be approved: `verified` with the risk `low`, with a name or a birth date that was compared, and clear in the lists where these are screened.',
      ),
      calls: listOf(titled('UsageCalls', calls), 'Requests that the service sent to sources for this key.'),
      purposes: listOf(titled('UsagePurposes', purposes), 'The cost by purpose; empty where no source has a price.'),
      reais: textOrNull('What all calls cost; null where no source has a price.', amount),
      calls_without_price: count('Calls that `reais` does not have.'),
      reais_per_verification: textOrNull('For each verification of a person, rounded half up.', amount),
      reais_per_approved: textOrNull('For each of `approved`, rounded half up.', amount),
    },
    'A month of this key.',
  ),
};

export type UsageResponse = Static<typeof usageSchemas.Usage>;
