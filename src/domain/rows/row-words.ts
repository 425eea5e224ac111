// Why a row of a table has no answer, in both languages: said alike by the console, before a batch and in its result, and in the spreadsheet.

/** The words describe the faults of the row itself. */
export const rowFaultWords = {
  empty_number: {
    en: 'There is no CPF or CNPJ in this row.',
    pt: 'Não há CPF nem CNPJ nesta linha.',
  },
  two_numbers: {
    en: 'The row has both a CPF and a CNPJ: leave one of the columns out.',
    pt: 'A linha tem um CPF e um CNPJ: deixe só uma das colunas.',
  },
  invalid_format: {
    en: 'The number is neither a CPF (11 digits) nor a CNPJ (14 characters).',
    pt: 'O número não é um CPF (11 dígitos) nem um CNPJ (14 caracteres).',
  },
  invalid_check_digits: {
    en: 'The check digits do not match: the number is wrong.',
    pt: 'Os dígitos verificadores não conferem: o número está errado.',
  },
  ambiguous_number: {
    en: 'Zeros are missing, and with them it could be a CPF or a CNPJ: say which one the column holds.',
    pt: 'Faltam zeros, e com eles o número poderia ser um CPF ou um CNPJ: escolha o tipo da coluna.',
  },
  shortened_number: {
    en: 'A spreadsheet has rounded the number (1.23E+10), and its digits are lost.',
    pt: 'A planilha arredondou o número (1,23E+10), e os dígitos se perderam.',
  },
  invalid_name: {
    en: 'The name must have 2 to 200 characters, at least two of them letters.',
    pt: 'O nome precisa ter de 2 a 200 caracteres, com pelo menos duas letras.',
  },
  invalid_date: {
    en: 'The birth date is not valid (use dd/mm/yyyy or yyyy-mm-dd).',
    pt: 'A data de nascimento é inválida (use dd/mm/aaaa ou aaaa-mm-dd).',
  },
  wrong_column_count: {
    en: 'The row does not have the columns of the header: a separator or a quotation mark is wrong.',
    pt: 'A linha não tem as mesmas colunas do cabeçalho: há um separador ou aspas a mais ou a menos.',
  },
  unclosed_quote: {
    en: 'A quotation mark is opened in this line and never closed.',
    pt: 'As aspas abertas nesta linha não são fechadas.',
  },
  row_too_long: {
    en: 'The row is longer than 1 MiB.',
    pt: 'A linha tem mais de 1 MiB.',
  },
  mixed_encoding: {
    en: 'The line holds UTF-8 and Latin-1 at once, so that its names are not certain.',
    pt: 'A linha mistura UTF-8 e Latin-1, e não há certeza sobre os nomes.',
  },
  invalid_json: {
    en: 'The line is not one JSON object.',
    pt: 'A linha não é um objeto JSON.',
  },
  new_column: {
    en: 'The row has a field that the first rows do not have.',
    pt: 'A linha tem um campo que as primeiras linhas não têm.',
  },
  formula_without_value: {
    en: 'The cell holds a formula whose value was not saved: open and save the spreadsheet.',
    pt: 'A célula tem uma fórmula cujo valor não foi salvo: abra e salve a planilha.',
  },
  error_cell: {
    en: 'The cell holds an error of the spreadsheet, such as #N/A.',
    pt: 'A célula tem um erro da planilha, como #N/D.',
  },
  merged_cell: {
    en: 'The cell is merged with the one above: unmerge it.',
    pt: 'A célula está mesclada com a de cima: desfaça a mesclagem.',
  },
  person_erased: {
    en: 'The data were erased at the person’s request: the row and its answer are gone.',
    pt: 'Os dados foram excluídos a pedido da pessoa: a linha e a resposta não existem mais.',
  },
} as const;

export type RowFault = keyof typeof rowFaultWords;

/** The words describe why a row without a fault got no answer. */
export const rowFailureWords: Readonly<Record<string, { readonly en: string; readonly pt: string }>> = {
  not_done: {
    en: 'Not asked yet.',
    pt: 'Ainda não consultada.',
  },
  outcome_unknown: {
    en: 'The service stopped during the question: whether it was asked is not known, and it is not repeated.',
    pt: 'O serviço parou durante a consulta. Ela pode ter sido feita, por isso não é repetida.',
  },
  sources_not_configured: {
    en: 'No real sources are connected.',
    pt: 'Não há fontes reais conectadas.',
  },
  sources_unavailable: {
    en: 'The sources did not answer.',
    pt: 'As fontes não responderam.',
  },
  registry_unavailable: {
    en: 'The company registry is not available.',
    pt: 'O cadastro de empresas não está disponível.',
  },
  key_revoked: {
    en: 'The access of who started the batch ended before this row.',
    pt: 'Quem iniciou o lote perdeu o acesso antes desta linha.',
  },
  key_expired: {
    en: 'The access of who started the batch ended before this row.',
    pt: 'Quem iniciou o lote perdeu o acesso antes desta linha.',
  },
  too_old: {
    en: 'The batch stopped after 35 days, before this row.',
    pt: 'O lote parou depois de 35 dias, antes desta linha.',
  },
};
