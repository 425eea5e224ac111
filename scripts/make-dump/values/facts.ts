// What is true about an invented company, establishment or tax option, and the two forms of a text: the vocabulary of the generator.

import type { Cnpj } from '../../../src/domain/numbers/cnpj.ts';

export interface CompanyFacts {
  readonly index: number;
  readonly root: string;
  readonly kind: 'person' | 'business' | 'association';
  readonly simples: 'mei' | 'former_mei' | 'simples' | 'no_row';
  /** Day number in the calendar on which the company began. */
  readonly startDay: number;
}

export interface EstablishmentFacts {
  readonly index: number;
  readonly company: CompanyFacts;
  readonly cnpj: Cnpj;
  readonly headOffice: boolean;
  readonly statusCode: string;
  readonly statusDate: string;
  readonly startDate: string;
  readonly tradeName: WrittenText;
  readonly specialSituation: string;
  readonly specialDate: string;
}

export interface SimplesFacts {
  readonly simplesOption: string;
  readonly simplesFrom: string;
  readonly simplesUntil: string;
  readonly meiOption: string;
  readonly meiFrom: string;
  readonly meiUntil: string;
}

/** `clean` is what a correct import must answer; `written` is what stands in the file. */
export interface WrittenText {
  readonly written: string;
  readonly clean: string | null;
}
