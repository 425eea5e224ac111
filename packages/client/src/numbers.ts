// CPF and CNPJ without asking anybody: the service's own files, compiled into this package.

export {
  type Cnpj,
  type CnpjRoot,
  formatCnpj,
  isCnpj,
  parseCnpj,
  parseCnpjRoot,
  toCnpjRoot,
} from '../../../src/domain/numbers/cnpj.ts';
export { type Cpf, formatCpf, isCpf, maskCpf, parseCpf } from '../../../src/domain/numbers/cpf.ts';
export type { Parsed } from '../../../src/domain/numbers/parsed.ts';
