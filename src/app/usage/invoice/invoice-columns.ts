// Which column of a party's invoice holds what: by its usual names, or as it was told.

import { findColumn, listColumns, toFlag } from '../../bulk/columns.ts';
import { TableError } from '../../bulk/table.ts';

export const invoiceRoles = ['day', 'outcome', 'calls', 'amount', 'unit_price'] as const;
export type InvoiceRole = (typeof invoiceRoles)[number];

/** A name as the header has it, a number counted from 1, or `none`. */
export type InvoiceChoices = Readonly<Partial<Record<InvoiceRole, string>>>;

/** The place of each column, counted from 0. */
export type InvoiceColumns = Readonly<Partial<Record<InvoiceRole, number>>> & { readonly day: number };

const written: Readonly<Record<InvoiceRole, string>> = {
  day: `
    DATA, DIA, DATA DA CONSULTA, DATA CONSULTA, DATA HORA, DATA E HORA, DATA HORA DA CONSULTA, DATAHORA, DATA DO CONSUMO,
    DATA CONSUMO, DATA DE USO, DATA USO, DATA DA TRANSACAO, DATA TRANSACAO, DATA DA REQUISICAO, DT CONSULTA, DT, DT HORA,
    DATE, DAY, TIMESTAMP, DATETIME, DATE TIME, CREATED AT`,
  outcome: `
    RESULTADO, RESULTADO DA CONSULTA, RETORNO, SITUACAO, SITUACAO DA CONSULTA, STATUS, STATUS DA CONSULTA, TIPO DE RETORNO,
    TIPO RETORNO, DESFECHO, TIPO, CODIGO DE RETORNO, COD RETORNO, OUTCOME, RESULT`,
  calls: `
    QUANTIDADE, QTD, QTDE, QTDE CONSULTAS, QTD CONSULTAS, QUANTIDADE DE CONSULTAS, QUANTIDADE CONSULTAS, CONSULTAS,
    NUMERO DE CONSULTAS, N DE CONSULTAS, TOTAL DE CONSULTAS, CHAMADAS, REQUISICOES, VOLUME, CALLS, COUNT, QUANTITY, QTY,
    REQUESTS`,
  amount: `
    VALOR TOTAL, VALOR TOTAL R, TOTAL R, VALOR COBRADO, VALOR COBRADO R, VALOR FATURADO, VL TOTAL, VLR TOTAL, TOTAL, VALOR,
    VALOR R, VL, VLR, PRECO, CUSTO, REAIS, AMOUNT, TOTAL AMOUNT, COST, PRICE`,
  unit_price: `
    VALOR UNITARIO, VALOR UNITARIO R, PRECO UNITARIO, PRECO UNITARIO R, VL UNITARIO, VLR UNITARIO, VL UNIT, VALOR UNIT,
    TARIFA, UNIT PRICE, UNIT COST`,
};

const knownNames = Object.fromEntries(
  invoiceRoles.map((role) => [role, written[role].split(',').map((name) => name.trim())]),
) as unknown as Readonly<Record<InvoiceRole, readonly string[]>>;

/** Every name by which a row is known as the header, below whatever titles an invoice begins with. */
export function listHeaderNames(choices: InvoiceChoices): readonly string[] {
  const chosen = Object.values(choices).filter((name) => name !== 'none' && !/^\d+$/.test(name));
  return [...chosen, ...knownNames.day, ...knownNames.calls];
}

/** Throws a TableError that says what to do where no column holds the day. */
export function findInvoiceColumns(names: readonly string[], choices: InvoiceChoices): InvoiceColumns {
  const found: Partial<Record<InvoiceRole, number>> = {};
  for (const role of invoiceRoles) {
    if (choices[role] === 'none') continue;
    const place = findColumn(role, knownNames[role], choices[role], names);
    if (place !== undefined) found[role] = place;
  }
  const { day } = found;
  if (day === undefined) {
    throw new TableError(
      `No column is known to hold the day of a call. Name it: ${toFlag('day')}. ${listColumns(names).file}`,
    );
  }
  return { ...found, day };
}
