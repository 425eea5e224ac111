// What of a company's record the operator shows.

import type { Config } from '../../../config.ts';
import type { Disclosures } from '../../../domain/company/forms/record-privacy.ts';

export function toDisclosures(config: Config): Disclosures {
  return {
    email: config['companies.show_email'],
    phones: config['companies.show_phones'],
    personal_address: config['companies.show_personal_address'],
    minors: config['companies.show_minors'],
  };
}
