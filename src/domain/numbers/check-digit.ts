// The remainder rule that the check digits of CPF and CNPJ share. Each number has its own weights, where it is read.

export function toCheckDigit(sum: number): number {
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}
