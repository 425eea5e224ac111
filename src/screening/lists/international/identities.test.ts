import { expect, test } from 'vitest';
import { createListsPlace } from '../../../../test/support/lists/lists-place.ts';
import { toEuropeanUnion, toUnitedNations } from '../../../../test/support/lists/xml-lists.ts';
import { completeCpf, formatCpf } from '../../../domain/numbers/cpf.ts';
import { toIdentity } from './identities.ts';
import { readRemarks } from './ofac-remarks.ts';

const read = (remarks: string) => toIdentity(readRemarks(remarks).identity);

test('documents and nationalities of the United Nations and of the European Union are kept in the edition', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const person = `<INDIVIDUAL><DATAID>9</DATAID><FIRST_NAME>SICRANO</FIRST_NAME>
   <NATIONALITY><VALUE>Iran (Islamic Republic of)</VALUE><VALUE>Atlantis</VALUE></NATIONALITY>
   <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>X 12-345 67 (issued in 2009)</NUMBER>
    <ISSUING_COUNTRY>Iran (Islamic Republic of)</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>
   <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>National Identification Number</TYPE_OF_DOCUMENT><NUMBER>0012345678</NUMBER></INDIVIDUAL_DOCUMENT>
   <INDIVIDUAL_DOCUMENT/></INDIVIDUAL>`;
  await put('onu', file('consolidated.xml', toUnitedNations(person)));
  const [without, , found] = entriesOf('onu');
  expect(Object.keys(without ?? {})).not.toContain('identityDocuments');
  expect(found).toMatchObject({
    identityDocuments: [
      { type: 'passport', country: 'IR', number: 'X1234567' },
      { type: 'national_id', country: null, number: '0012345678' },
    ],
    nationalities: ['IR'],
  });

  const listed = Buffer.from(toEuropeanUnion())
    .toString()
    .replace(
      '<birthdate circa="false" birthdate',
      '<citizenship countryIso2Code="SY"/><birthdate circa="false" birthdate',
    )
    .replace(
      '<identification countryIso2Code="BR" number="123"/>',
      '<identification identificationTypeCode="passport" countryIso2Code="SY" number="N 0012345"/>',
    );
  await put('ue', file('export.xml', Buffer.from(listed)));
  expect(entriesOf('ue')[0]).toMatchObject({
    identityDocuments: [
      { type: 'passport', country: 'SY', number: 'N0012345' },
      { type: 'other', country: 'BR' },
    ],
    nationalities: ['SY'],
  });
});

test('the remarks of the SDN list tell documents of a person, and not the numbers of things', () => {
  const cpf = formatCpf(completeCpf('300456789'));
  expect(
    read(
      `DOB 1970; nationality Iran; alt. citizen Syria; Passport A12-34567 (Iran) expires 12 Jan 2030; alt. Passport B7654321; ` +
        `National ID No. 001-234567-8 (Iran) (individual); Cedula No. 7654321 (Colombia); Phone Number 5511999990000; ` +
        `National ID No. ${cpf} (Brazil); Linked To: SOMEBODY.`,
    ),
  ).toEqual({
    identityDocuments: [
      { type: 'passport', country: 'IR', number: 'A1234567' },
      { type: 'passport', country: null, number: 'B7654321' },
      { type: 'national_id', country: 'IR', number: '0012345678' },
      { type: 'national_id', country: 'CO', number: '7654321' },
    ],
    nationalities: ['IR', 'SY'],
  });
  expect(read('Gender Male; Passport pending (Iran)')).toEqual({});
});
