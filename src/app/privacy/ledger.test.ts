import { describe, expect, test } from 'vitest';
import { OperatorError } from '../../errors.ts';
import { createSeal } from '../seal.ts';
import { ledgerHead, ledgerName, openSealedErasure, parseLedger, sealErasure, toLedgerLine } from './ledger.ts';

const seal = createSeal(new Uint8Array(32).fill(3));
const erasure = { id: 'era_1', atMs: Date.UTC(2026, 10, 19, 12), subjects: ['subject_one', 'subject_two'] };
const sealed = sealErasure(seal, erasure);

describe('an erasure of the ledger', () => {
  test('tells when and by its random name; whom it is about stands under the seal', () => {
    expect(sealed).toMatchObject({ id: 'era_1', at: '2026-11-19T12:00:00.000Z' });
    expect(Buffer.from(sealed.sealed, 'base64').toString('base64')).toBe(sealed.sealed);
    expect(toLedgerLine(sealed)).not.toMatch(/subject_/);
    expect(openSealedErasure(seal, sealed)).toEqual(erasure);
  });

  test.each([
    ['with another time', { ...sealed, at: '2026-11-19T12:00:00.001Z' }],
    ['under another name', { ...sealed, id: 'era_2' }],
    ['with other bytes', { ...sealed, sealed: sealErasure(seal, { ...erasure, id: 'era_3' }).sealed }],
  ])('does not open %s', (_, changed) => {
    expect(() => openSealedErasure(seal, changed)).toThrow(OperatorError);
    expect(() => openSealedErasure(seal, changed)).toThrow(
      /^The ledger of erasures was changed, or belongs to another master/,
    );
  });

  test('does not open by another secret', () => {
    expect(() => openSealedErasure(createSeal(new Uint8Array(32).fill(4)), sealed)).toThrow(OperatorError);
  });
});

describe('a ledger', () => {
  const line = toLedgerLine(sealed);

  test('is read as it was written, line by line', () => {
    expect(ledgerName).toBe('erasures.ndjson');
    expect(ledgerHead).toBe('{"format":"confere-erasures","format_version":1}\n');
    expect(line).toBe(`${JSON.stringify(sealed)}\n`);
    expect(toLedgerLine({ ...sealed, more: 1 } as typeof sealed)).toBe(line);
    expect(parseLedger(ledgerHead, 'l')).toEqual([]);
    expect(parseLedger(`${ledgerHead}${line}${line}`, 'l')).toEqual([sealed, sealed]);
  });

  test('may have a last line that a power cut has torn', () => {
    expect(parseLedger(`${ledgerHead}${line}${line.slice(0, -1)}`, 'l')).toEqual([sealed]);
    expect(parseLedger(`${ledgerHead}{"id":`, 'l')).toEqual([]);
  });

  test.each([
    ['nothing', '', /^the file is no ledger of erasures\. Name erasures\.ndjson of secrets_dir, or of a backup\.$/],
    ['another format', '{"format":"other","format_version":1}\n', /is no ledger/],
    ['no JSON', 'page\n', /is no ledger/],
    [
      'a later version',
      ledgerHead.replace('1}', '2}'),
      /^the file was written by a newer Confere\. Use that version\.$/,
    ],
    ['a line that is no JSON', `${ledgerHead}{"id":\n`, /^the file is damaged\. Put its newest copy in place: docs/],
    ['a line without a name', `${ledgerHead}${JSON.stringify({ ...sealed, id: 1 })}\n`, /is damaged/],
    ['a line without a time', `${ledgerHead}${JSON.stringify({ ...sealed, at: 1 })}\n`, /is damaged/],
    ['a line without a seal', `${ledgerHead}${JSON.stringify({ ...sealed, sealed: null })}\n`, /is damaged/],
    ['a line that is null', `${ledgerHead}null\n`, /is damaged/],
  ])('with %s is refused', (_, text, fault) => {
    const read = () => parseLedger(text, 'the file');
    expect(read).toThrow(OperatorError);
    expect(read).toThrow(fault);
  });
});
