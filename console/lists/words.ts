// Words of the screen Listas.

import { counted, defineWords } from '../words/language.ts';
import type { List } from './view.ts';

export const listsWords = defineWords(
  {
    lead: 'Listas de sanções, de pessoas expostas politicamente e as suas, guardadas nesta máquina: nenhuma consulta sai dela.',
    loading: 'Carregando as listas…',
    allCurrent: (count: string) =>
      count === '1' ? 'A lista importada está em dia.' : `As ${count} listas importadas estão em dia.`,
    unreliable: 'Não conclua que alguém não está listado:',
    why: {
      stale: (name: string, day: string) => `${name}: os dados são de ${day} e já passaram do prazo.`,
      damaged: (name: string) => `${name}: a lista não pode ser lida.`,
      missing: (name: string) => `${name}: esta lista é obrigatória e não está aqui.`,
    },
    noneTitle: 'Nenhuma lista foi importada ainda',
    noneLead:
      'Sem listas, não dá para concluir que alguém não está listado. Atualize todas abaixo, ou baixe o arquivo na página do publicador e importe.',
    there: 'Nesta máquina',
    missing: 'Não importadas',
    updateTitle: 'Atualizar todas',
    updateLead:
      'Baixa e importa o que mudou nas listas que um programa pode baixar. Nas outras, é você quem importa o arquivo, e uma lista desligada só é baixada quando você pede. Um agendamento pode fazer o mesmo de hora em hora.',
    ownTitle: 'Listas próprias',
    ownLead:
      'Um CSV com documento ou nome e, se quiser, nascimento, motivo e até quando vale. O nome da lista começa com own-.',
    states: { current: 'Em dia', stale: 'Desatualizada', missing: 'Não importada', damaged: 'Danificada' } as Record<
      List['state'],
      string
    >,
    off: 'Desligada',
    dataOf: (day: string) => `dados de ${day}`,
    entries: (count: string) => counted(count, 'registro', 'registros'),
    own: 'Lista própria',
    reliedUpon: 'Obrigatória: sem ela, nenhuma consulta é conclusiva',
    publisher: 'Publicador',
    dataAsOf: 'Dados de',
    entriesName: 'Registros',
    staleAfter: 'Fica desatualizada',
    staleAfterDays: (days: string) => `depois de ${counted(days, 'dia', 'dias')}`,
    neverStale: 'nunca: vale até a próxima importação',
    importedAt: 'Importada em',
    previous: 'Edição anterior guardada',
    previousOf: (day: string) => `dados de ${day}`,
    none: 'nenhuma',
    shortName: 'Nome nos comandos e nas respostas',
    lastUpdate: 'Última consulta ao publicador',
    lastImportFailed: (when: string) => `A última importação, de ${when}, não deu certo.`,
    lastImportHalf: (when: string) => `A importação iniciada em ${when} parou no meio.`,
    lastUpdateFailed: (when: string) => `A última atualização, de ${when}, não deu certo.`,
    stays: 'A lista em uso continua a mesma.',
    staysMissing: 'Ainda não há edição em uso.',
    importing: 'Uma importação desta lista está em andamento.',
    held: 'A lista voltou à edição anterior e está travada nela: nenhuma atualização é importada até alguém confirmar.',
    damagedAbout: 'Esta lista não pode ser lida. Importe o arquivo de novo ou volte à edição anterior.',
    detail: 'Detalhe técnico:',
    getFile: 'Onde obter o arquivo',
    opensElsewhere: '(abre em outra aba)',
    commands: 'Na máquina do serviço',
    copyCommand: (command: string) => `Copiar: ${command}`,
    file: 'ARQUIVO',
    ownFile: 'confere lists import own-NOME ARQUIVO.csv',
  },
  {
    lead: 'Lists of sanctions, of politically exposed people and your own, kept on this machine: no search leaves it.',
    loading: 'Reading the lists…',
    allCurrent: (count) =>
      count === '1' ? 'The imported list is up to date.' : `The ${count} imported lists are up to date.`,
    unreliable: 'Do not conclude that somebody is not listed:',
    why: {
      stale: (name, day) => `${name}: its data is of ${day}, which is too old.`,
      damaged: (name) => `${name}: the list cannot be read.`,
      missing: (name) => `${name}: this list is required, and it is not here.`,
    },
    noneTitle: 'No list has been imported yet',
    noneLead:
      'Without lists, you cannot conclude that somebody is not listed. Update all below, or get the file from its publisher’s page and import it.',
    there: 'On this machine',
    missing: 'Not imported',
    updateTitle: 'Update all',
    updateLead:
      'Downloads and imports what has changed in the lists that a program may download. The others need a file, and a list that is off comes when you ask for it. A timer can do the same every hour.',
    ownTitle: 'Lists of your own',
    ownLead:
      'A CSV file with document or name and, if you like, birth date, reason and the last day of the entry. Its name begins with own-.',
    states: { current: 'Up to date', stale: 'Too old', missing: 'Not imported', damaged: 'Damaged' },
    off: 'Off',
    dataOf: (day) => `data of ${day}`,
    entries: (count) => counted(count, 'entry', 'entries'),
    own: 'A list of your own',
    reliedUpon: 'Required: without it no screening is conclusive',
    publisher: 'Publisher',
    dataAsOf: 'Data of',
    entriesName: 'Entries',
    staleAfter: 'Too old',
    staleAfterDays: (days) => `after ${counted(days, 'day', 'days')}`,
    neverStale: 'never: it is valid until the next import',
    importedAt: 'Imported at',
    previous: 'Previous edition, kept',
    previousOf: (day) => `data of ${day}`,
    none: 'none',
    shortName: 'Name in commands and answers',
    lastUpdate: 'Last check with the publisher',
    lastImportFailed: (when) => `The last import, of ${when}, failed.`,
    lastImportHalf: (when) => `The import that began at ${when} ended halfway.`,
    lastUpdateFailed: (when) => `The last update, of ${when}, failed.`,
    stays: 'The list in use stays as it is.',
    staysMissing: 'No edition is in use yet.',
    importing: 'An import of this list is running.',
    held: 'A rollback holds the list: an update imports nothing until somebody confirms it.',
    damagedAbout: 'This list cannot be read. Import its file again, or go back to the previous edition.',
    detail: 'Technical detail:',
    getFile: 'Where to get the file',
    opensElsewhere: '(opens in another tab)',
    commands: 'On the machine of the service',
    copyCommand: (command) => `Copy: ${command}`,
    file: 'FILE',
    ownFile: 'confere lists import own-NAME FILE.csv',
  },
);

/** Describes what a failed update leaves in use. */
export function toLeft(list: Pick<List, 'state'> | undefined): string {
  const words = listsWords();
  return list?.state === 'missing' ? words.staysMissing : words.stays;
}
