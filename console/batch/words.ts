// Words of Lote.

import type { ConsoleAnswer, ConsoleFileAnswer } from '../../src/http/console/contract.ts';
import { defineWords } from '../words/language.ts';

type PreviewRow = ConsoleFileAnswer<'batch-preview'>['rows'][number];
type Fault = NonNullable<PreviewRow['fault']>;
type Mend = NonNullable<PreviewRow['mended']>;
type Batch = ConsoleAnswer<'GET batches'>['batches'][number];
type Role = keyof ConsoleFileAnswer<'batch-preview'>['found'];

interface BatchWords {
  readonly title: string;
  readonly lead: string;
  readonly drop: string;
  readonly dropHint: (rows: string, bytes: string) => string;
  readonly choose: string;
  readonly dropHere: string;
  readonly reading: string;
  readonly unreadable: string;
  readonly empty: string;
  readonly tooLarge: (bytes: string, max: string) => string;
  readonly tooManyRows: (rows: string, max: string) => string;
  readonly aboutTooMany: (rows: string, max: string) => string;
  /** By their names; of one that is not here, its name in capitals. */
  readonly formats: Readonly<Record<string, string>>;
  readonly other: string;
  readonly columns: string;
  readonly columnsLead: string;
  readonly noNumbers: string;
  readonly roleOf: (column: string) => string;
  readonly roles: Readonly<Record<Role | 'none', string>>;
  readonly hasHeader: string;
  readonly sheet: string;
  readonly dateOrder: string;
  readonly dateOrders: { readonly dmy: string; readonly mdy: string };
  readonly line: string;
  readonly verdict: string;
  readonly looked: (rows: string) => string;
  readonly lookedAll: (rows: string) => string;
  readonly good: (rows: string) => string;
  readonly mended: (rows: string) => string;
  readonly faulty: (rows: string) => string;
  readonly faultyTitle: string;
  readonly faultyLead: string;
  readonly reason: string;
  readonly row: string;
  readonly kinds: Readonly<Record<'cpf' | 'cnpj', string>>;
  readonly mends: Readonly<Record<Mend, (number: string) => string>>;
  readonly faults: Readonly<Record<Fault, string>>;
  readonly ask: string;
  readonly fictitious: string;
  readonly with: Readonly<Record<'sandbox' | 'live', string>>;
  readonly withAbout: Readonly<Record<'sandbox' | 'live', string>>;
  readonly noLive: string;
  readonly start: string;
  readonly confirmTitle: string;
  readonly confirmRows: (rows: string) => string;
  readonly confirmAbout: (rows: string) => string;
  readonly confirmMany: string;
  readonly confirmEach: string;
  readonly confirmGoesOn: string;
  readonly sending: (sent: string, all: string) => string;
  readonly taking: string;
  readonly stopSending: string;
  readonly sendingStays: string;
  readonly mine: string;
  readonly none: string;
  readonly keptFor: (hours: string) => string;
  readonly states: Readonly<Record<Batch['status'], string>>;
  readonly ends: Readonly<Record<NonNullable<Batch['reason']>, string>>;
  readonly progress: (done: string, all: string) => string;
  readonly rate: (rows: string) => string;
  readonly left: (time: string) => string;
  readonly waiting: string;
  readonly counts: Readonly<Record<keyof Batch['counts'], (rows: string) => string>>;
  readonly rowsToCome: string;
  readonly risks: Readonly<Record<keyof Batch['risks'], (rows: string) => string>>;
  readonly startedAt: (time: string) => string;
  readonly finishedAt: (time: string) => string;
  readonly deletedAt: (time: string) => string;
  readonly download: string;
  readonly downloadCsv: string;
  readonly see: string;
  readonly results: string;
  readonly resultsOf: (file: string) => string;
  readonly back: string;
  readonly allRisks: string;
  readonly riskFilter: string;
  readonly riskNames: Readonly<Record<'low' | 'medium' | 'high' | 'none', string>>;
  readonly reasonFilter: string;
  readonly allReasons: string;
  readonly textFilter: string;
  readonly filter: string;
  readonly clear: string;
  readonly document: string;
  readonly act: string;
  readonly noRows: string;
  readonly noneSoFar: string;
  readonly more: string;
  readonly openRow: (line: string) => string;
  readonly failures: Readonly<Record<string, string>>;
  readonly unanswered: string;
  readonly counting: string;
  readonly estimate: {
    readonly asked: (people: string, companies: string) => string;
    readonly calls: (calls: string) => string;
    readonly noCalls: string;
    readonly repeated: (rows: string) => string;
    readonly noRepeated: string;
    readonly faulty: (rows: string) => string;
  };
  readonly cancel: string;
  readonly delete: string;
  readonly cancelAct: string;
  readonly keepRunning: string;
  readonly keep: string;
  readonly cancelTitle: string;
  readonly cancelLead: string;
  readonly deleteTitle: string;
  readonly deleteLead: string;
  readonly started: string;
  readonly resultName: (name: string) => string;
}

/** What is counted, by whether it is one. */
const count = (rows: string, one: string, many: string) => `${rows} ${rows === '1' ? one : many}`;

export const batchWords = defineWords<BatchWords>(
  {
    title: 'Lote',
    lead: 'Uma planilha inteira de CPFs e CNPJs de uma vez. Continua mesmo com a página fechada; o resultado volta com as suas colunas.',
    drop: 'Solte aqui um arquivo CSV ou XLSX',
    dropHint: (rows, bytes) =>
      `Até ${rows} linhas e ${bytes}. O arquivo só sai do seu computador quando você o escolhe, e fica cifrado no serviço.`,
    choose: 'Escolher arquivo',
    dropHere: 'Solte para ler o arquivo',
    reading: 'Lendo o começo do arquivo…',
    unreadable: 'O navegador não conseguiu ler o arquivo. Ele pode ter sido movido ou alterado: escolha-o de novo.',
    empty: 'O arquivo está vazio.',
    tooLarge: (bytes, max) =>
      `O arquivo tem ${bytes}; aqui um lote tem no máximo ${max}. Divida-o em partes, ou peça a quem opera o serviço para aumentar batches.body_bytes_max.`,
    tooManyRows: (rows, max) =>
      `O arquivo tem ${rows} linhas; aqui um lote tem no máximo ${max}. Divida-o em partes, ou peça a quem opera o serviço para aumentar batches.rows_max.`,
    aboutTooMany: (rows, max) =>
      `O arquivo parece ter cerca de ${rows} linhas; aqui um lote tem no máximo ${max}. Se passar do limite, nada é verificado.`,
    formats: { csv: 'CSV', ndjson: 'NDJSON', xlsx: 'Planilha XLSX' },
    other: 'Escolher outro arquivo',
    columns: 'Colunas',
    columnsLead:
      'Reconhecidas pelo nome. Confira e corrija: o que não for de nenhum tipo volta no resultado, sem ser usado.',
    noNumbers: 'Diga qual coluna tem os CPFs ou CNPJs.',
    roleOf: (column) => `O que há na coluna ${column}`,
    roles: {
      cpf: 'CPF',
      cnpj: 'CNPJ',
      document: 'CPF ou CNPJ',
      name: 'Nome',
      company_name: 'Razão social',
      birth_date: 'Data de nascimento',
      none: 'não usar',
    },
    hasHeader: 'A primeira linha tem os nomes das colunas',
    sheet: 'Aba da planilha',
    dateOrder: 'Datas escritas como',
    dateOrders: { dmy: 'dia/mês/ano', mdy: 'mês/dia/ano' },
    line: 'Linha',
    verdict: 'Leitura',
    looked: (rows) => `Nas primeiras ${rows} linhas:`,
    lookedAll: (rows) => count(rows, 'linha ao todo:', 'linhas ao todo:'),
    good: (rows) => count(rows, 'pronta', 'prontas'),
    mended: (rows) => `${rows} com número corrigido`,
    faulty: (rows) => `${rows} com problema`,
    faultyTitle: 'Linhas com problema',
    faultyLead: 'Elas não são consultadas e voltam no resultado com o motivo. As outras seguem normalmente.',
    reason: 'Motivo',
    row: 'Conteúdo',
    kinds: { cpf: 'CPF', cnpj: 'CNPJ' },
    mends: {
      leading_zeros: (number) => `zeros à esquerda devolvidos: ${number}`,
      number_form: (number) => `lido como ${number}`,
    },
    faults: {
      empty_number: 'Não há CPF nem CNPJ nesta linha.',
      two_numbers: 'A linha tem um CPF e um CNPJ: deixe só uma das colunas.',
      invalid_format: 'O número não é um CPF (11 dígitos) nem um CNPJ (14 caracteres).',
      invalid_check_digits: 'Os dígitos verificadores não fecham: o número está errado.',
      ambiguous_number: 'Faltam zeros, e com eles poderia ser CPF ou CNPJ: diga qual dos dois a coluna tem.',
      shortened_number: 'Uma planilha arredondou o número (1,23E+10), e os dígitos se perderam.',
      invalid_name: 'O nome precisa ter de 2 a 200 caracteres, ao menos dois deles letras.',
      invalid_date: 'A data de nascimento não é um dia possível (DD/MM/AAAA ou AAAA-MM-DD).',
      wrong_column_count: 'A linha não tem as colunas do cabeçalho: há um separador ou uma aspa a mais ou a menos.',
      unclosed_quote: 'Uma aspa é aberta nesta linha e nunca é fechada.',
      row_too_long: 'A linha tem mais de 1 MiB.',
      mixed_encoding: 'A linha mistura UTF-8 e Latin-1, e não há certeza sobre os nomes.',
      invalid_json: 'A linha não é um objeto JSON.',
      new_column: 'A linha tem um campo que as primeiras não têm.',
      formula_without_value: 'A célula tem uma fórmula cujo valor não foi salvo: abra e salve a planilha.',
      error_cell: 'A célula tem um erro da planilha, como #N/D.',
      merged_cell: 'A célula está mesclada com a de cima: desfaça a mesclagem.',
      person_erased: 'A pessoa pediu o apagamento: o que a linha tinha e o que foi respondido não existe mais.',
    },
    ask: 'Perguntar a',
    fictitious: 'O sandbox inventa as respostas. Elas nada dizem sobre as pessoas e empresas do arquivo.',
    with: { sandbox: 'Sandbox', live: 'Fontes reais' },
    withAbout: {
      sandbox: 'Pessoas e empresas inventadas; nada sai do serviço.',
      live: 'Cada linha é uma verificação de verdade, na auditoria com o seu nome.',
    },
    noLive:
      'Nenhuma fonte real de pessoas está configurada: linhas com CPF voltarão sem resposta. CNPJs são respondidos pelo cadastro.',
    start: 'Iniciar o lote',
    confirmTitle: 'Verificar com fontes reais?',
    confirmRows: (rows) => count(rows, 'linha será verificada.', 'linhas serão verificadas.'),
    confirmAbout: (rows) => `Cerca de ${rows} linhas serão verificadas.`,
    confirmMany: 'Todas as linhas da planilha serão verificadas.',
    confirmEach: 'Cada CPF é consultado nos birôs, que podem cobrar por consulta, e fica na auditoria com o seu nome.',
    confirmGoesOn: 'O lote continua com a página fechada. Cancelar depois não desfaz o que já foi consultado.',
    sending: (sent, all) => `Enviando: ${sent} de ${all}`,
    taking: 'Enviado. O serviço está lendo as linhas…',
    stopSending: 'Parar o envio',
    sendingStays: 'Fique nesta página até o envio terminar; depois pode fechá-la.',
    mine: 'Meus lotes',
    none: 'Nenhum lote ainda.',
    keptFor: (hours) => `Resultados ficam guardados, cifrados, por ${hours} horas depois do fim.`,
    states: { running: 'em andamento', completed: 'concluído', failed: 'interrompido' },
    ends: {
      key_revoked: 'Parou porque o acesso de quem o iniciou terminou. O que já tinha resposta está no resultado.',
      key_expired: 'Parou porque o acesso de quem o iniciou terminou. O que já tinha resposta está no resultado.',
      too_old: 'Parou depois de trinta dias. O que já tinha resposta está no resultado.',
    },
    progress: (done, all) => `${done} de ${all} linhas`,
    rate: (rows) => `${rows} linhas por segundo`,
    left: (time) => `faltam cerca de ${time}`,
    waiting: 'esperando a vez',
    counts: {
      answered: (rows) => count(rows, 'respondida', 'respondidas'),
      invalid: (rows) => `${rows} com problema`,
      failed: (rows) => `${rows} sem resposta`,
      outcome_unknown: (rows) => `${rows} com desfecho incerto`,
    },
    rowsToCome: 'por fazer',
    risks: {
      low: (rows) => `${rows} de risco baixo`,
      medium: (rows) => `${rows} de risco médio`,
      high: (rows) => `${rows} de risco alto`,
    },
    startedAt: (time) => `Início ${time}`,
    finishedAt: (time) => `Fim ${time}`,
    deletedAt: (time) => `Será apagado em ${time}`,
    download: 'Baixar planilha (XLSX)',
    downloadCsv: 'Baixar CSV',
    see: 'Ver resultado',
    results: 'Resultado do lote',
    resultsOf: (file) => `Linhas de ${file}. Clique em uma para ver a resposta inteira.`,
    back: 'Voltar aos lotes',
    riskFilter: 'Risco',
    allRisks: 'todos',
    riskNames: { low: 'baixo', medium: 'médio', high: 'alto', none: 'sem resposta' },
    reasonFilter: 'Motivo',
    allReasons: 'todos',
    textFilter: 'Nome, número ou texto da linha',
    filter: 'Filtrar',
    clear: 'Limpar',
    document: 'CPF ou CNPJ',
    act: 'O que fazer',
    noRows: 'Nenhuma linha com esses filtros.',
    noneSoFar: 'Nenhuma até aqui. Continue a busca nas próximas linhas.',
    more: 'Mostrar mais',
    openRow: (line) => `Abrir a resposta da linha ${line}`,
    failures: {
      not_done: 'Ainda não consultada.',
      outcome_unknown: 'O serviço parou durante a consulta: não se sabe se ela foi feita, e ela não é repetida.',
      sources_not_configured: 'Não há fontes reais conectadas.',
      sources_unavailable: 'Nenhuma fonte respondeu.',
      registry_unavailable: 'O cadastro de empresas não está disponível.',
      key_revoked: 'O acesso de quem iniciou o lote terminou antes desta linha.',
      key_expired: 'O acesso de quem iniciou o lote terminou antes desta linha.',
      too_old: 'O lote parou depois de trinta dias, antes desta linha.',
    },
    unanswered: 'Sem resposta',
    counting: 'Contando pessoas, empresas e repetidas no arquivo inteiro…',
    estimate: {
      asked: (people, companies) =>
        `${count(people, 'pessoa', 'pessoas')} e ${count(companies, 'empresa', 'empresas')} diferentes.`,
      calls: (calls) => `No máximo ${count(calls, 'consulta', 'consultas')} a cada birô e ao registro de fraudes.`,
      noCalls: 'Nenhuma consulta a birôs: empresas são respondidas pelo cadastro.',
      repeated: (rows) =>
        `${count(rows, 'linha repetida', 'linhas repetidas')}: respondidas junto com a primeira, sem nova consulta.`,
      noRepeated: 'Nenhuma linha repetida.',
      faulty: (rows) => `${count(rows, 'linha', 'linhas')} com problema, que não serão consultadas.`,
    },
    cancel: 'Cancelar',
    delete: 'Excluir',
    cancelAct: 'Cancelar o lote',
    keepRunning: 'Deixar continuar',
    keep: 'Manter',
    cancelTitle: 'Cancelar este lote?',
    cancelLead:
      'As linhas em andamento terminam e nenhuma outra começa. O lote e as respostas que já chegaram são apagados; o que foi consultado continua na auditoria.',
    deleteTitle: 'Excluir este lote?',
    deleteLead: 'O lote e o seu resultado são apagados do serviço. O que foi consultado continua na auditoria.',
    started: 'Lote iniciado. Você pode fechar esta página.',
    resultName: (name) => `${name}-resultado`,
  },
  {
    title: 'Batch',
    lead: 'A whole table of CPFs and CNPJs at once. It goes on with the page closed; the result comes back with your columns.',
    drop: 'Drop a CSV or XLSX file here',
    dropHint: (rows, bytes) =>
      `Up to ${rows} rows and ${bytes}. The file leaves your computer only when you choose it, and lies sealed in the service.`,
    choose: 'Choose a file',
    dropHere: 'Drop to read the file',
    reading: 'Reading how the file begins…',
    unreadable: 'The browser could not read the file. It may have been moved or changed: choose it again.',
    empty: 'The file is empty.',
    tooLarge: (bytes, max) =>
      `The file has ${bytes}; a batch has at most ${max} here. Divide it, or ask the operator of the service to raise batches.body_bytes_max.`,
    tooManyRows: (rows, max) =>
      `The file has ${rows} rows; a batch has at most ${max} here. Divide it, or ask the operator of the service to raise batches.rows_max.`,
    aboutTooMany: (rows, max) =>
      `The file seems to have about ${rows} rows; a batch has at most ${max} here. Where it has more, nothing is verified.`,
    formats: { csv: 'CSV', ndjson: 'NDJSON', xlsx: 'XLSX spreadsheet' },
    other: 'Choose another file',
    columns: 'Columns',
    columnsLead: 'Known by their names. Check and correct: what is of no kind comes back in the result, unused.',
    noNumbers: 'Say which column holds the CPFs or CNPJs.',
    roleOf: (column) => `What column ${column} holds`,
    roles: {
      cpf: 'CPF',
      cnpj: 'CNPJ',
      document: 'CPF or CNPJ',
      name: 'Name',
      company_name: 'Company name',
      birth_date: 'Birth date',
      none: 'not used',
    },
    hasHeader: 'The first row has the names of the columns',
    sheet: 'Sheet of the workbook',
    dateOrder: 'Dates are written as',
    dateOrders: { dmy: 'day/month/year', mdy: 'month/day/year' },
    line: 'Line',
    verdict: 'Read as',
    looked: (rows) => `In the first ${rows} rows:`,
    lookedAll: (rows) => count(rows, 'row in all:', 'rows in all:'),
    good: (rows) => `${rows} ready`,
    mended: (rows) => `${rows} with a mended number`,
    faulty: (rows) => `${rows} with a fault`,
    faultyTitle: 'Rows with a fault',
    faultyLead: 'Nobody is asked about them; they come back in the result with the reason. The others go on.',
    reason: 'Reason',
    row: 'Content',
    kinds: { cpf: 'CPF', cnpj: 'CNPJ' },
    mends: {
      leading_zeros: (number) => `leading zeros given back: ${number}`,
      number_form: (number) => `read as ${number}`,
    },
    faults: {
      empty_number: 'There is no CPF or CNPJ in this row.',
      two_numbers: 'The row has both a CPF and a CNPJ: leave one of the columns out.',
      invalid_format: 'The number is neither a CPF (11 digits) nor a CNPJ (14 characters).',
      invalid_check_digits: 'The check digits do not match: the number is wrong.',
      ambiguous_number: 'Zeros are missing, and with them it could be a CPF or a CNPJ: say which one the column holds.',
      shortened_number: 'A spreadsheet has rounded the number (1.23E+10), and its digits are lost.',
      invalid_name: 'The name must have 2 to 200 characters, at least two of them letters.',
      invalid_date: 'The birth date is not a possible day (DD/MM/YYYY or YYYY-MM-DD).',
      wrong_column_count: 'The row does not have the columns of the header: a separator or a quotation mark is wrong.',
      unclosed_quote: 'A quotation mark is opened in this line and never closed.',
      row_too_long: 'The row is longer than 1 MiB.',
      mixed_encoding: 'The line holds UTF-8 and Latin-1 at once, so that its names are not certain.',
      invalid_json: 'The line is not one JSON object.',
      new_column: 'The row has a field that the first rows do not have.',
      formula_without_value: 'The cell holds a formula whose value was not saved: open and save the spreadsheet.',
      error_cell: 'The cell holds an error of the spreadsheet, such as #N/A.',
      merged_cell: 'The cell is merged with the one above: unmerge it.',
      person_erased: 'The person asked to be erased: what the row held and what was answered is gone.',
    },
    ask: 'Ask',
    fictitious: 'The sandbox makes the answers up. They say nothing about the people and companies in the file.',
    with: { sandbox: 'Sandbox', live: 'Real sources' },
    withAbout: {
      sandbox: 'Invented people and companies; nothing leaves the service.',
      live: 'Each row is a real verification, in the audit under your name.',
    },
    noLive:
      'No real source of people is configured: rows with a CPF will come back without an answer. CNPJs are answered by the registry.',
    start: 'Start the batch',
    confirmTitle: 'Verify with real sources?',
    confirmRows: (rows) => count(rows, 'row will be verified.', 'rows will be verified.'),
    confirmAbout: (rows) => `About ${rows} rows will be verified.`,
    confirmMany: 'All rows of the spreadsheet will be verified.',
    confirmEach: 'Bureaus are asked about each CPF, which they may charge for, and it is in the audit under your name.',
    confirmGoesOn: 'The batch goes on with the page closed. Cancelling it later does not undo what was asked.',
    sending: (sent, all) => `Sending: ${sent} of ${all}`,
    taking: 'Sent. The service is reading the rows…',
    stopSending: 'Stop sending',
    sendingStays: 'Stay on this page until all is sent; then you can close it.',
    mine: 'My batches',
    none: 'No batch yet.',
    keptFor: (hours) => `Results are kept, sealed, for ${hours} hours after the end.`,
    states: { running: 'running', completed: 'done', failed: 'stopped' },
    ends: {
      key_revoked: 'It stopped because whoever started it lost their access. What was answered is in the result.',
      key_expired: 'It stopped because whoever started it lost their access. What was answered is in the result.',
      too_old: 'It stopped after thirty days. What was answered is in the result.',
    },
    progress: (done, all) => `${done} of ${all} rows`,
    rate: (rows) => `${rows} rows a second`,
    left: (time) => `about ${time} left`,
    waiting: 'waiting for its turn',
    counts: {
      answered: (rows) => `${rows} answered`,
      invalid: (rows) => `${rows} with a fault`,
      failed: (rows) => `${rows} without an answer`,
      outcome_unknown: (rows) => `${rows} with an unknown outcome`,
    },
    rowsToCome: 'to do',
    risks: {
      low: (rows) => `${rows} low risk`,
      medium: (rows) => `${rows} medium risk`,
      high: (rows) => `${rows} high risk`,
    },
    startedAt: (time) => `Started ${time}`,
    finishedAt: (time) => `Finished ${time}`,
    deletedAt: (time) => `Will be deleted on ${time}`,
    download: 'Download spreadsheet (XLSX)',
    downloadCsv: 'Download CSV',
    see: 'See results',
    results: 'Results of the batch',
    resultsOf: (file) => `Rows of ${file}. Click on one to see its whole answer.`,
    back: 'Back to the batches',
    riskFilter: 'Risk',
    allRisks: 'all',
    riskNames: { low: 'low', medium: 'medium', high: 'high', none: 'no answer' },
    reasonFilter: 'Reason',
    allReasons: 'all',
    textFilter: 'Name, number or text of the row',
    filter: 'Filter',
    clear: 'Clear',
    document: 'CPF or CNPJ',
    act: 'What to do',
    noRows: 'No row with these filters.',
    noneSoFar: 'None so far. Go on with the next rows.',
    more: 'Show more',
    openRow: (line) => `Open the answer of row ${line}`,
    failures: {
      not_done: 'Not asked yet.',
      outcome_unknown:
        'The service stopped during the question: whether it was asked is not known, and it is not repeated.',
      sources_not_configured: 'No real sources are connected.',
      sources_unavailable: 'No source answered.',
      registry_unavailable: 'The company registry is not available.',
      key_revoked: 'The access of who started the batch ended before this row.',
      key_expired: 'The access of who started the batch ended before this row.',
      too_old: 'The batch stopped after thirty days, before this row.',
    },
    unanswered: 'No answer',
    counting: 'Counting people, companies and repeats in the whole file…',
    estimate: {
      asked: (people, companies) =>
        `${count(people, 'person', 'people')} and ${count(companies, 'company', 'companies')}, each counted once.`,
      calls: (calls) => `At most ${count(calls, 'call', 'calls')} to each bureau and the fraud registry.`,
      noCalls: 'No calls to bureaus: companies are answered from the registry.',
      repeated: (rows) =>
        `${count(rows, 'repeated row', 'repeated rows')}: answered with the first, without another call.`,
      noRepeated: 'No repeated rows.',
      faulty: (rows) => `${count(rows, 'row', 'rows')} with a fault, which will not be asked about.`,
    },
    cancel: 'Cancel',
    delete: 'Delete',
    cancelAct: 'Cancel the batch',
    keepRunning: 'Let it go on',
    keep: 'Keep it',
    cancelTitle: 'Cancel this batch?',
    cancelLead:
      'Rows that are under way are finished and no other is begun. The batch and the answers that have come are deleted; what was asked stays in the audit.',
    deleteTitle: 'Delete this batch?',
    deleteLead: 'The batch and its result are deleted from the service. What was asked stays in the audit.',
    started: 'The batch has started. You can close this page.',
    resultName: (name) => `${name}-result`,
  },
);
