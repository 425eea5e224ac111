// Words of the work on any dataset.

import { defineWords } from '../words/language.ts';

export const jobWords = defineWords(
  {
    starting: 'Iniciando',
    stop: 'Parar',
    begun: (who: string, when: string) => `Pedido por ${who} em ${when}.`,
    finished: (when: string) => `Terminou em ${when}.`,
    goesOn: 'Pode fechar a página: o trabalho continua.',
    bytesOf: (done: string, total: string) => `${done} de ${total}`,
    force: 'Publicar mesmo assim…',
    forceAct: 'Publicar mesmo assim',
    forceLead:
      'Os arquivos são lidos de novo. Só estes avisos são ignorados; qualquer outro ainda impede a publicação:',
    forceAudit: 'A decisão fica na auditoria com os nomes dos avisos.',
  },
  {
    starting: 'Starting',
    stop: 'Stop',
    begun: (who, when) => `Ordered by ${who} at ${when}.`,
    finished: (when) => `Ended at ${when}.`,
    goesOn: 'You can close the page: the work continues.',
    bytesOf: (done, total) => `${done} of ${total}`,
    force: 'Publish all the same…',
    forceAct: 'Publish all the same',
    forceLead: 'The files are read again. Only these warnings are ignored; any other one still stops the publication:',
    forceAudit: 'The audit records the decision with the names of the warnings.',
  },
);
