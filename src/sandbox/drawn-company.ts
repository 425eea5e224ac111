// A plausible company drawn from the characters of a CNPJ, for the numbers that are no fixed company of the sandbox.

import type { Company, CompanyStatus } from '../domain/company/company.ts';
import { type Cnpj, formatCnpj } from '../domain/numbers/cnpj.ts';
import { pickFullName, pickSurname } from './brazilian-names.ts';
import { createDraw, type Draw, pick, pickDate } from './draw.ts';

// biome-ignore format: a list of words reads better in rows
const trades = [
  'PADARIA', 'MERCADO', 'FARMACIA', 'AUTO PECAS', 'CONSTRUTORA', 'TRANSPORTES', 'RESTAURANTE', 'PAPELARIA', 'OTICA',
  'CLINICA ODONTOLOGICA', 'ACADEMIA', 'PET SHOP', 'CONFECCOES', 'INFORMATICA', 'MATERIAIS DE CONSTRUCAO', 'DISTRIBUIDORA',
  'ESTUDIO DE BELEZA', 'ENGENHARIA', 'AGROPECUARIA', 'METALURGICA', 'GRAFICA', 'CORRETORA DE SEGUROS', 'LAVANDERIA',
] as const;

// biome-ignore format: a list of words reads better in rows
const qualifiers = [
  'CENTRAL', 'BOA VISTA', 'SAO JOSE', 'SANTA CLARA', 'DO PLANALTO', 'NOVA ERA', 'ALVORADA', 'PRIMAVERA', 'HORIZONTE',
  'DA SERRA', 'PONTO CERTO', 'ESTRELA DO SUL', 'SANTO ANTONIO', 'BELA VISTA', 'UNIAO', 'PROGRESSO', 'ATLANTICA', 'IPE',
] as const;

const legalForms = [' LTDA', ' LTDA', ' LTDA', ' LTDA', ' LTDA ME', ' EIRELI', ' EPP', ' S/A'] as const;

/** Draws a company. Facts of the root (its first eight characters) are the same in all its establishments, as in the registry. */
export function drawCompany(cnpj: Cnpj): Company | undefined {
  const own = createDraw(cnpj);
  if (own(100) < 5) return undefined;
  const root = createDraw(cnpj.slice(0, 8));
  const meiOpted = root(100) < 30;
  const foundationDate = meiOpted ? pickDate(root, 2009, 2024) : pickDate(root, 1972, 2024);
  const excluded = meiOpted && root(100) < 20;
  const branchIsFirst = cnpj.slice(8, 12) === '0001';
  return {
    cnpj,
    legalName: meiOpted ? pickMeiName(root, cnpj) : pickLegalName(root),
    tradeName: own(100) < 45 ? `${pick(own, trades)} ${pick(own, qualifiers)}` : null,
    status: drawStatus(own),
    foundationDate,
    meiOpted,
    meiExcludedOn: excluded ? `${Number(foundationDate.slice(0, 4)) + 1 + root(6)}-01-01` : null,
    // The registry holds head offices with branch number 0002 and branches with 0001, though few.
    headOffice: own(100) < 1 ? !branchIsFirst : branchIsFirst,
    specialSituation: own(1000) < 8,
  };
}

/** Registered before 2023: the person's name and their CPF, masked; since then the root and the name. */
function pickMeiName(draw: Draw, cnpj: Cnpj): string {
  const name = pickFullName(draw);
  return draw(2) === 0 ? `${name} ***${100_000 + draw(900_000)}**` : `${formatCnpj(cnpj).slice(0, 10)} ${name}`;
}

function pickLegalName(draw: Draw): string {
  const kind = draw(10);
  if (kind === 0) return `${pickSurname(draw)} & ${pickSurname(draw)} ADVOGADOS ASSOCIADOS`;
  if (kind < 4) return `${pickSurname(draw)} COMERCIO E SERVICOS${pick(draw, legalForms)}`;
  return `${pick(draw, trades)} ${pick(draw, qualifiers)}${pick(draw, legalForms)}`;
}

function drawStatus(draw: Draw): CompanyStatus {
  const percent = draw(100);
  if (percent < 82) return 'active';
  if (percent < 93) return 'closed';
  if (percent < 97) return 'unfit';
  return percent < 99 ? 'suspended' : 'annulled';
}
