import { expectTypeOf, test } from 'vitest';
import type { FurtherSourceExplanation, PersonReason, SourceExplanation, SourceExplanations } from './contract.ts';

test('a reason is one of the listed codes, or has the form of one that names a source or a signal', () => {
  expectTypeOf<'fraud_alert'>().toExtend<PersonReason>();
  expectTypeOf<'receita_not_asked' | 'signal_income_band'>().toExtend<PersonReason>();
  expectTypeOf<'froud_alert'>().not.toExtend<PersonReason>();
});

test('a source of the operator is explained like the others, with what its roles are about', () => {
  expectTypeOf<SourceExplanations['bureau_a']>().toEqualTypeOf<SourceExplanation>();
  expectTypeOf<SourceExplanations[string]>().toEqualTypeOf<FurtherSourceExplanation>();
  expectTypeOf<FurtherSourceExplanation['score']>().toEqualTypeOf<number | null | undefined>();
});
