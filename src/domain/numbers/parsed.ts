// The result of reading untrusted text: a typed value, or the code of its one fault. Never carries the text back.

export type Parsed<Value, Fault extends string> =
  | { readonly kind: 'valid'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly fault: Fault };

export const invalidFormat = { kind: 'invalid', fault: 'invalid_format' } as const;
export const invalidCheckDigits = { kind: 'invalid', fault: 'invalid_check_digits' } as const;
