// Words of the screen Cadastro.

import { counted, defineWords } from '../words/language.ts';
import type { Job } from './view.ts';

type Phase = NonNullable<Job['progress']>['phase'];
type OutcomeKind = NonNullable<Job['outcome']>['kind'];

interface Change {
  readonly from: string;
  readonly to: string;
  readonly companiesFrom: string;
  readonly companiesTo: string;
}

export const registryWords = defineWords(
  {
    lead: 'O cadastro de empresas da Receita Federal nesta máquina: a versão em uso, a anterior e como trocar uma pela outra.',
    loading: 'Carregando o cadastro…',
    onlyAdmins: 'Só quem administra pode importar, atualizar e voltar à versão anterior.',
    otherImport:
      'Uma importação iniciada pela linha de comando está em andamento. O resultado aparece aqui quando ela terminar.',
    held: 'O cadastro voltou à versão anterior e está travado nela: nenhuma atualização é importada até ele ser liberado.',
    release: 'Liberar atualizações',
    live: 'Em uso',
    previous: 'Anterior',
    noPrevious: 'Nenhuma. A próxima importação guarda aqui a versão que está em uso hoje.',
    verified: 'Íntegro',
    unverified: 'Não conferido',
    damaged: 'Danificado',
    damagedAbout: 'Esta versão do cadastro não pode ser lida. Detalhe técnico:',
    dataAsOf: 'Dados de',
    companies: 'Empresas',
    establishments: 'Estabelecimentos',
    size: 'Tamanho',
    records: 'Fichas cadastrais',
    withRecords: 'completas',
    noRecords: 'não importadas (só o necessário para a consulta)',
    importedAt: 'Importado em',
    verifiedAt: 'Conferido por inteiro em',
    never: 'nunca',
    id: 'Identificação',
    firstTitle: 'Ainda não há cadastro nesta máquina',
    firstLead: 'Sem ele, consultas reais de CNPJ ficam sem resposta. O sandbox e as consultas de CPF já funcionam.',
    firstSteps: [
      'Baixe e importe de uma vez o mês mais recente da Receita Federal, com o botão abaixo. São cerca de 7 GB, e o disco precisa de mais 12 GB livres.',
      'Ou coloque os arquivos publicados em uma pasta dentro de downloads, no diretório de dados do serviço, e escolha a pasta abaixo.',
      'Leva de alguns minutos a uma hora. Pode fechar a página: a importação continua, e o serviço passa a usar o cadastro sozinho.',
    ] as readonly string[],
    firstViewer: 'Peça a quem administra o serviço.',
    firstCommand: 'O mesmo pela linha de comando:',
    updateTitle: 'Atualizar da Receita',
    updateLead: 'Procura o mês mais recente, baixa e importa. Se ele já está em uso, nada muda.',
    update: 'Atualizar agora',
    updateConfirm: 'Atualizar o cadastro?',
    updateWhat:
      'Se houver um mês mais recente, o serviço baixa cerca de 7 GB, confere tudo e só então troca o cadastro em uso. A versão atual fica guardada como anterior.',
    importTitle: 'Importar de uma pasta',
    importLead: 'Arquivos da Receita que já estão nesta máquina, em uma pasta dentro de downloads.',
    noFolders: 'Nenhuma pasta com arquivos. Coloque-os no diretório de dados do serviço, por exemplo em',
    folder: 'Pasta',
    folderOf: (name: string, files: string, size: string) =>
      `${name} (${counted(files, 'arquivo', 'arquivos')}, ${size})`,
    import: 'Importar',
    importConfirm: (folder: string) => `Importar a pasta ${folder}?`,
    importWhat: (files: string, size: string) =>
      `${counted(files, 'arquivo', 'arquivos')}, ${size}. Tudo é lido e conferido; só então o cadastro em uso é trocado. A versão atual fica guardada como anterior.`,
    rollbackTitle: 'Voltar à versão anterior',
    rollbackLead: 'O serviço relê por inteiro a versão anterior do cadastro e a coloca de novo em uso.',
    rollback: 'Voltar à versão anterior',
    rollbackConfirm: (month: string) => `Voltar para ${month}?`,
    rollbackWhat: ({ from, to, companiesFrom, companiesTo }: Change) =>
      `O cadastro em uso passa dos dados de ${from} (${companiesFrom} empresas) para os de ${to} (${companiesTo} empresas).`,
    rollbackThen: [
      'As consultas de CNPJ passam a usar os dados mais antigos em até um segundo depois da conferência.',
      'A versão que hoje está em uso fica guardada como anterior.',
      'Nenhuma atualização é importada até você liberar.',
    ] as readonly string[],
    starved: (share: string) =>
      `A importação está lenta: recebeu só ${share} de um núcleo do processador nos últimos 10 s. Outro trabalho ocupa o processador ou o disco. Para dar mais prioridade a ela, configure registry.import_priority: normal.`,
    phases: {
      listing: 'Procurando meses novos na Receita',
      downloading: 'Baixando os arquivos',
      reading: 'Lendo os arquivos',
      building: 'Montando o novo cadastro',
      verifying: 'Conferindo o novo cadastro',
      checking: 'Conferindo a versão anterior por inteiro',
    } satisfies Record<Phase, string> as Record<Phase, string>,
    running: {
      import: (folder: string) => `Importando ${folder}`,
      update: () => 'Atualizando da Receita',
      rollback: () => 'Voltando à versão anterior',
    } as Record<Job['kind'], (folder: string) => string>,
    kinds: { import: 'A importação', update: 'A atualização', rollback: 'O retorno à versão anterior' } as Record<
      Job['kind'],
      string
    >,
    rows: (count: string) => counted(count, 'linha', 'linhas'),
    servesOn: 'Até lá, ou se algo der errado, o cadastro em uso continua o mesmo.',
    done: {
      imported: () => 'O novo cadastro está em uso.',
      rolled_back: () => 'A versão anterior do cadastro está de novo em uso.',
      up_to_date: () => 'Nada a fazer: o mês mais recente já está em uso.',
      held: () => 'Nada foi feito.',
      partial: () => 'O mês ainda não está completo. Nada foi trocado.',
      refused: () => 'Os arquivos foram recusados. Nada foi trocado.',
      failed: (what: string) => `${what} não deu certo. Nada foi trocado.`,
      stopped: (what: string) => `${what} parou a pedido de um operador.`,
      interrupted: (what: string) => `${what} parou no meio: a máquina ou o processo caiu.`,
    } as Record<OutcomeKind, (what: string) => string>,
    failedAt: {
      starting:
        'Os arquivos não formam um mês completo e legível, falta espaço em disco, ou outra tarefa já está usando o cadastro.',
      listing: 'O endereço da Receita não respondeu ou não lista mais os meses como antes. Tente mais tarde.',
      downloading: 'O download parou. Atualize de novo: ele continua de onde parou.',
      reading: 'Um dos arquivos não pôde ser lido até o fim. Baixe-o de novo.',
      building: 'O novo cadastro não pôde ser montado: veja se há espaço em disco.',
      verifying: 'O novo cadastro não passou na conferência e foi descartado.',
      checking: 'A versão anterior está danificada, por isso não foi colocada em uso.',
    } satisfies Record<Phase | 'starting', string> as Record<Phase | 'starting', string>,
    nowLive: (day: string, companies: string, establishments: string) =>
      `Dados de ${day}: ${companies} empresas, ${establishments} estabelecimentos.`,
    overridden: (names: string) => `Publicado apesar destes avisos, por decisão de quem pediu: ${names}.`,
    upToDate: (month: string, day: string) =>
      `O mês mais recente publicado é ${month}; em uso estão os dados de ${day}.`,
    notPublished: (month: string, files: string) => `De ${month}, a Receita ainda não publicou: ${files}.`,
    notFetched: (files: string) => `Não foi possível baixar: ${files}.`,
    partialAdvice: 'Atualize de novo mais tarde: o download continua de onde parou.',
    forceTitle: 'Publicar apesar destes avisos?',
  },
  {
    lead: "The Receita Federal's company registry on this machine: the snapshot in use, the previous one, and how to switch between them.",
    loading: 'Reading the registry…',
    onlyAdmins: 'Only administrators can import, update and go back.',
    otherImport: 'An import that was started on the command line is running. The result appears here when it ends.',
    held: 'A rollback holds the registry: an update imports nothing until it is released.',
    release: 'Release for updates',
    live: 'In use',
    previous: 'Previous',
    noPrevious: 'None: the next import keeps here what is in use today.',
    verified: 'Intact',
    unverified: 'Not verified',
    damaged: 'Damaged',
    damagedAbout: 'This snapshot cannot be read. Technical detail:',
    dataAsOf: 'Data of',
    companies: 'Companies',
    establishments: 'Establishments',
    size: 'Size',
    records: 'Whole records',
    withRecords: 'there',
    noRecords: 'left out (only what verification needs)',
    importedAt: 'Imported at',
    verifiedAt: 'Fully checked at',
    never: 'never',
    id: 'Id',
    firstTitle: 'There is no registry on this machine yet',
    firstLead: 'Without it, real verifications of a CNPJ have no answer. The sandbox and all about a CPF work already.',
    firstSteps: [
      'Download the newest month from the Receita Federal and import it, in one go, with the button below: some 7 GB, and the disk needs about 12 GB more.',
      'Or put the files as published into a folder inside downloads, in the data directory of the service, and choose the folder below.',
      'It takes from minutes to an hour. You can close the page: the import continues, and the service starts to use the registry by itself.',
    ],
    firstViewer: 'Ask an administrator.',
    firstCommand: 'The same on the command line:',
    updateTitle: 'Update from the Receita',
    updateLead: 'Looks for the newest month, downloads and imports it. If it is in use already, nothing changes.',
    update: 'Update now',
    updateConfirm: 'Update the registry?',
    updateWhat:
      'If there is a newer month, the service downloads some 7 GB, checks all of it and only then replaces the registry in use. The current one is kept as the previous.',
    importTitle: 'Import from a folder',
    importLead: "The Receita's files that are on this machine already, in a folder inside downloads.",
    noFolders: 'No folder with files. Put them into the data directory of the service, for example in',
    folder: 'Folder',
    folderOf: (name, files, size) => `${name} (${counted(files, 'file', 'files')}, ${size})`,
    import: 'Import',
    importConfirm: (folder) => `Import the folder ${folder}?`,
    importWhat: (files, size) =>
      `${counted(files, 'file', 'files')}, ${size}. All of it is read and checked; only then does it replace the registry in use. The current one is kept as the previous.`,
    rollbackTitle: 'Go back to the previous one',
    rollbackLead: 'Puts the previous snapshot in use again, after reading all of it.',
    rollback: 'Go back',
    rollbackConfirm: (month) => `Go back to ${month}?`,
    rollbackWhat: ({ from, to, companiesFrom, companiesTo }) =>
      `The registry in use changes from the data of ${from} (${companiesFrom} companies) to those of ${to} (${companiesTo} companies).`,
    rollbackThen: [
      'Verifications of a CNPJ answer with the older data within a second after the check.',
      'What is in use today is kept as the previous one.',
      'An update imports nothing until you release the registry.',
    ],
    starved: (share: string) =>
      `The import is slow: it got only ${share} of one core in the last 10 s. Other work uses the processor or the disk. To give the import more, set registry.import_priority: normal.`,
    phases: {
      listing: 'Asking the Receita what is new',
      downloading: 'Downloading the files',
      reading: 'Reading the files',
      building: 'Building the new registry',
      verifying: 'Checking the new registry',
      checking: 'Reading all of the previous snapshot',
    },
    running: {
      import: (folder) => `Importing ${folder}`,
      update: () => 'Updating from the Receita',
      rollback: () => 'Going back to the previous one',
    },
    kinds: { import: 'The import', update: 'The update', rollback: 'The rollback' },
    rows: (count) => counted(count, 'row', 'rows'),
    servesOn: 'Until then, and if anything fails, the registry in use stays as it is.',
    done: {
      imported: () => 'The new registry is in use.',
      rolled_back: () => 'The previous snapshot is in use again.',
      up_to_date: () => 'Nothing to do: the newest month is in use already.',
      held: () => 'Nothing was done.',
      partial: () => 'The month is not complete yet. Nothing was replaced.',
      refused: () => 'The files were refused. Nothing was replaced.',
      failed: (what) => `${what} failed. Nothing was replaced.`,
      stopped: (what) => `${what} was stopped by an operator.`,
      interrupted: (what) => `${what} ended halfway: the machine or the process went down.`,
    },
    failedAt: {
      starting:
        'The files are not one complete, readable month, there is too little disk space, or another job is using the registry.',
      listing: "The Receita's address did not answer, or does not list months as before. Try again later.",
      downloading: 'The download stopped. Update again: it continues where it stopped.',
      reading: 'One of the files could not be read to its end. Download it again.',
      building: 'The new registry could not be built: check the free disk space.',
      verifying: 'The new registry did not pass its check and was discarded.',
      checking: 'The previous snapshot is damaged, so it was not put in use.',
    },
    nowLive: (day, companies, establishments) =>
      `Data of ${day}: ${companies} companies, ${establishments} establishments.`,
    overridden: (names) => `Published in spite of these warnings, as ordered: ${names}.`,
    upToDate: (month, day) => `The newest month that is published is ${month}; in use is the data of ${day}.`,
    notPublished: (month, files) => `The Receita has not published yet, of ${month}: ${files}.`,
    notFetched: (files) => `Could not be downloaded: ${files}.`,
    partialAdvice: 'Update again later: the download continues where it stopped.',
    forceTitle: 'Publish in spite of these warnings?',
  },
);
