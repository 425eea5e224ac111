// Words of Lote.

import { rowFailureWords, rowFaultWords } from '../../src/domain/rows/row-words.ts';
import type { ConsoleAnswer, ConsoleFileAnswer } from '../../src/http/console/contract.ts';
import { counted, defineWords, toWords } from '../words/language.ts';

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
  readonly withLists: string;
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

export const batchWords = defineWords<BatchWords>(
  {
    title: 'Lote',
    lead: 'Uma planilha inteira de CPFs e CNPJs de uma vez. O lote continua mesmo com a página fechada, e o resultado vem com as suas colunas.',
    drop: 'Solte aqui um arquivo CSV ou XLSX',
    dropHint: (rows, bytes) =>
      `Até ${rows} linhas e ${bytes}. O arquivo só sai do seu computador quando você o escolhe e fica cifrado no serviço.`,
    choose: 'Escolher arquivo',
    dropHere: 'Solte para ler o arquivo',
    reading: 'Lendo o começo do arquivo…',
    unreadable: 'O navegador não conseguiu ler o arquivo. Ele pode ter sido movido ou alterado: escolha-o de novo.',
    empty: 'O arquivo está vazio.',
    tooLarge: (bytes, max) =>
      `O arquivo tem ${bytes}, e aqui um lote tem no máximo ${max}. Divida-o em partes ou peça um limite maior a quem administra.`,
    tooManyRows: (rows, max) =>
      `O arquivo tem ${rows} linhas, e aqui um lote tem no máximo ${max}. Divida-o em partes ou peça um limite maior a quem administra.`,
    aboutTooMany: (rows, max) =>
      `O arquivo parece ter cerca de ${rows} linhas, e aqui um lote tem no máximo ${max}. Se passar do limite, nada é consultado.`,
    formats: { csv: 'CSV', ndjson: 'NDJSON', xlsx: 'Planilha XLSX' },
    other: 'Escolher outro arquivo',
    columns: 'Colunas',
    columnsLead:
      'Reconhecidas pelo nome. Confira e corrija: uma coluna que não é usada aparece no resultado como veio.',
    noNumbers: 'Escolha a coluna que tem os CPFs ou CNPJs.',
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
    lookedAll: (rows) => counted(rows, 'linha ao todo:', 'linhas ao todo:'),
    good: (rows) => counted(rows, 'pronta', 'prontas'),
    mended: (rows) => `${rows} com número corrigido`,
    faulty: (rows) => `${rows} com problema`,
    faultyTitle: 'Linhas com problema',
    faultyLead: 'Elas não são consultadas e aparecem no resultado com o motivo. As outras seguem normalmente.',
    reason: 'Motivo',
    row: 'Conteúdo',
    kinds: { cpf: 'CPF', cnpj: 'CNPJ' },
    mends: {
      leading_zeros: (number) => `com os zeros à esquerda: ${number}`,
      number_form: (number) => `lido como ${number}`,
    },
    faults: toWords(rowFaultWords, 'pt'),
    ask: 'Modo de consulta',
    fictitious: 'O sandbox inventa as respostas. Elas não dizem nada sobre as pessoas e empresas do arquivo.',
    with: { sandbox: 'Sandbox', live: 'Fontes reais' },
    withAbout: {
      sandbox: 'Pessoas e empresas inventadas. Nada sai deste serviço.',
      live: 'Cada linha é uma consulta real, em seu nome. Tudo fica registrado na auditoria.',
    },
    withLists: 'Consultar listas também',
    noLive:
      'Nenhuma fonte real de pessoas está conectada: as linhas com CPF ficarão sem resposta. Os CNPJs são respondidos pelo cadastro.',
    start: 'Iniciar o lote',
    confirmTitle: 'Consultar as fontes reais?',
    confirmRows: (rows) => counted(rows, 'linha no arquivo.', 'linhas no arquivo.'),
    confirmAbout: (rows) => `Cerca de ${rows} linhas no arquivo.`,
    confirmMany: 'Todas as linhas da planilha.',
    confirmEach:
      'Cada CPF é consultado nos birôs, que podem cobrar por consulta, e fica registrado na auditoria em seu nome.',
    confirmGoesOn: 'O lote continua com a página fechada. Cancelar depois não desfaz o que já foi consultado.',
    sending: (sent, all) => `Enviando: ${sent} de ${all}`,
    taking: 'Enviado. O serviço está lendo as linhas…',
    stopSending: 'Parar o envio',
    sendingStays: 'Fique nesta página até o envio terminar. Depois, pode fechá-la.',
    mine: 'Meus lotes',
    none: 'Nenhum lote ainda.',
    keptFor: (hours) => `Os resultados ficam guardados, cifrados, por ${hours} horas depois do fim.`,
    states: { running: 'em andamento', completed: 'concluído', failed: 'interrompido' },
    ends: {
      key_revoked: 'Parou porque quem o iniciou perdeu o acesso. As linhas já respondidas estão no resultado.',
      key_expired: 'Parou porque quem o iniciou perdeu o acesso. As linhas já respondidas estão no resultado.',
      too_old: 'Parou depois de trinta dias. As linhas já respondidas estão no resultado.',
    },
    progress: (done, all) => `${done} de ${all} linhas`,
    rate: (rows) => `${rows} linhas por segundo`,
    left: (time) => `restam cerca de ${time}`,
    waiting: 'aguardando a vez',
    counts: {
      answered: (rows) => counted(rows, 'respondida', 'respondidas'),
      invalid: (rows) => `${rows} com problema`,
      failed: (rows) => `${rows} sem resposta`,
      outcome_unknown: (rows) => `${rows} com resultado incerto`,
    },
    rowsToCome: 'na fila',
    risks: {
      low: (rows) => `${rows} de risco baixo`,
      medium: (rows) => `${rows} de risco médio`,
      high: (rows) => `${rows} de risco alto`,
    },
    startedAt: (time) => `Início em ${time}`,
    finishedAt: (time) => `Fim em ${time}`,
    deletedAt: (time) => `Será excluído em ${time}`,
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
    noneSoFar: 'Nenhuma linha até aqui. Continue a busca nas próximas.',
    more: 'Mostrar mais',
    openRow: (line) => `Abrir a resposta da linha ${line}`,
    failures: toWords(rowFailureWords, 'pt'),
    unanswered: 'Sem resposta',
    counting: 'Contando pessoas, empresas e linhas repetidas no arquivo inteiro…',
    estimate: {
      asked: (people, companies) =>
        `${counted(people, 'pessoa', 'pessoas')} e ${counted(companies, 'empresa', 'empresas')} diferentes.`,
      calls: (calls) => `No máximo ${counted(calls, 'consulta', 'consultas')} a cada birô e ao registro de fraudes.`,
      noCalls: 'Nenhuma consulta a birôs: empresas são respondidas pelo cadastro.',
      repeated: (rows) =>
        `${counted(rows, 'linha repetida, respondida', 'linhas repetidas, respondidas')} junto com a primeira, sem nova consulta.`,
      noRepeated: 'Nenhuma linha repetida.',
      faulty: (rows) =>
        counted(
          rows,
          'linha com problema, que não será consultada.',
          'linhas com problema, que não serão consultadas.',
        ),
    },
    cancel: 'Cancelar',
    delete: 'Excluir',
    cancelAct: 'Cancelar o lote',
    keepRunning: 'Deixar continuar',
    keep: 'Manter',
    cancelTitle: 'Cancelar este lote?',
    cancelLead:
      'As linhas em andamento terminam e nenhuma outra começa. O lote e as respostas que já chegaram são excluídos; o que foi consultado continua na auditoria.',
    deleteTitle: 'Excluir este lote?',
    deleteLead: 'O lote e o resultado são excluídos do serviço. O que foi consultado continua na auditoria.',
    started: 'Lote iniciado. Você pode fechar esta página.',
    resultName: (name) => `${name}-resultado`,
  },
  {
    title: 'Batch',
    lead: 'A whole table of CPFs and CNPJs at once. The batch continues with the page closed, and the result comes with your columns.',
    drop: 'Drop a CSV or XLSX file here',
    dropHint: (rows, bytes) =>
      `Up to ${rows} rows and ${bytes}. The file leaves your computer only when you choose it, and is kept sealed in the service.`,
    choose: 'Choose a file',
    dropHere: 'Drop to read the file',
    reading: 'Reading the start of the file…',
    unreadable: 'The browser could not read the file. It may have been moved or changed: choose it again.',
    empty: 'The file is empty.',
    tooLarge: (bytes, max) =>
      `The file has ${bytes}, and a batch has at most ${max} here. Divide it, or ask an administrator for a larger limit.`,
    tooManyRows: (rows, max) =>
      `The file has ${rows} rows, and a batch has at most ${max} here. Divide it, or ask an administrator for a larger limit.`,
    aboutTooMany: (rows, max) =>
      `The file seems to have about ${rows} rows; a batch has at most ${max} here. If it has more, nothing is verified.`,
    formats: { csv: 'CSV', ndjson: 'NDJSON', xlsx: 'XLSX spreadsheet' },
    other: 'Choose another file',
    columns: 'Columns',
    columnsLead:
      'Recognised by their names. Check and correct them: a column that is not used appears in the result as it is.',
    noNumbers: 'Choose the column that holds the CPFs or CNPJs.',
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
    lookedAll: (rows) => counted(rows, 'row in all:', 'rows in all:'),
    good: (rows) => `${rows} ready`,
    mended: (rows) => `${rows} with a corrected number`,
    faulty: (rows) => `${rows} with a fault`,
    faultyTitle: 'Rows with a fault',
    faultyLead: 'They are not verified, and appear in the result with the reason. The other rows continue normally.',
    reason: 'Reason',
    row: 'Content',
    kinds: { cpf: 'CPF', cnpj: 'CNPJ' },
    mends: {
      leading_zeros: (number) => `with its leading zeros: ${number}`,
      number_form: (number) => `read as ${number}`,
    },
    faults: toWords(rowFaultWords, 'en'),
    ask: 'How to ask',
    fictitious: 'The sandbox makes the answers up. They say nothing about the people and companies in the file.',
    with: { sandbox: 'Sandbox', live: 'Real sources' },
    withAbout: {
      sandbox: 'Made-up people and companies. Nothing leaves this service.',
      live: 'Each row is a real verification, in your name. It is recorded in the audit.',
    },
    withLists: 'Look up the lists too',
    noLive:
      'No real source of people is configured: rows with a CPF will come back without an answer. CNPJs are answered by the registry.',
    start: 'Start the batch',
    confirmTitle: 'Ask real sources?',
    confirmRows: (rows) => counted(rows, 'row in the file.', 'rows in the file.'),
    confirmAbout: (rows) => `About ${rows} rows in the file.`,
    confirmMany: 'All rows of the spreadsheet.',
    confirmEach: 'The bureaus are asked about each CPF, may charge for it, and the audit records it under your name.',
    confirmGoesOn: 'The batch continues with the page closed. Cancelling it later does not undo what was asked.',
    sending: (sent, all) => `Sending: ${sent} of ${all}`,
    taking: 'Sent. The service is reading the rows…',
    stopSending: 'Stop sending',
    sendingStays: 'Stay on this page until the file is sent; then you can close it.',
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
    rowsToCome: 'waiting',
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
    noneSoFar: 'No row so far. Continue with the next rows.',
    more: 'Show more',
    openRow: (line) => `Open the answer of row ${line}`,
    failures: toWords(rowFailureWords, 'en'),
    unanswered: 'No answer',
    counting: 'Counting people, companies and repeats in the whole file…',
    estimate: {
      asked: (people, companies) =>
        `${counted(people, 'person', 'people')} and ${counted(companies, 'company', 'companies')}, each counted once.`,
      calls: (calls) => `At most ${counted(calls, 'call', 'calls')} to each bureau and the fraud registry.`,
      noCalls: 'No calls to bureaus: companies are answered from the registry.',
      repeated: (rows) =>
        `${counted(rows, 'repeated row', 'repeated rows')}: answered with the first, without another call.`,
      noRepeated: 'No repeated rows.',
      faulty: (rows) => `${counted(rows, 'row', 'rows')} with a fault, not asked about.`,
    },
    cancel: 'Cancel',
    delete: 'Delete',
    cancelAct: 'Cancel the batch',
    keepRunning: 'Let it continue',
    keep: 'Keep it',
    cancelTitle: 'Cancel this batch?',
    cancelLead:
      'In-flight rows finish and no other begins. The batch and the answers so far are deleted; what was asked stays in the audit.',
    deleteTitle: 'Delete this batch?',
    deleteLead: 'The batch and its result are deleted from the service. What was asked stays in the audit.',
    started: 'The batch has started. You can close this page.',
    resultName: (name) => `${name}-result`,
  },
);
