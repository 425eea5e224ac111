// Words of the screen Julgamentos.

import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { counted, defineWords } from '../words/language.ts';

type Judgement = ConsoleAnswer<'POST clear'>;

export const judgementsWords = defineWords(
  {
    lead: 'O que as pessoas decidiram sobre as ocorrências em listas e o que ainda está pendente.',
    nothingDue: 'Não há nada pendente.',
    due: {
      freeze: (count: string) => counted(count, 'bloqueio com etapa atrasada.', 'bloqueios com etapas atrasadas.'),
      review: (count: string) =>
        counted(count, 'aceitação com a revisão vencida.', 'aceitações com a revisão vencida.'),
      approval: (count: string) => counted(count, 'proposta aguarda outra pessoa.', 'propostas aguardam outra pessoa.'),
    },
    show: { freeze: 'Ver bloqueios', review: 'Ver revisões', approval: 'Ver propostas' },
    proposals: 'Aguardando confirmação',
    noProposals: 'Nada aguarda confirmação.',
    proposalsLead: 'Compare o cliente com o registro da lista antes de confirmar.',
    compare: 'Comparar cliente e registro',
    compareAbout: (row: string) => `Comparar cliente e registro: ${row}`,
    compareRecorded: 'A auditoria registra que você viu os dados.',
    noEvidence:
      'As evidências desta consulta não estão mais guardadas. Procure o cliente em Listas para comparar com o registro.',
    all: 'Todos os julgamentos',
    kind: 'Julgamento',
    state: 'Situação',
    by: 'Quem',
    list: 'Lista',
    from: 'De',
    to: 'Até',
    any: 'Todos',
    anyone: 'Todos',
    search: 'Buscar',
    searching: 'Buscando…',
    none: 'Nenhum julgamento com esses filtros.',
    kinds: { cleared: 'Descarte', accepted: 'Aceitação', confirmed: 'Confirmação', frozen: 'Bloqueio' } as Record<
      Judgement['kind'],
      string
    >,
    states: {
      proposed: 'Proposta',
      cleared: 'Descartada',
      accepted: 'Cliente aceito',
      confirmed: 'Confirmada',
      frozen: 'Bens bloqueados',
      lapsed: 'Venceu',
      replaced: 'Substituído por outro',
      revoked: 'Desfeito',
      rejected: 'Proposta rejeitada',
    } as Record<Judgement['state'], string>,
    overdue: 'Etapa atrasada',
    record: 'Abrir a consulta',
  },
  {
    lead: 'What people have decided about hits in lists, and what waits for somebody.',
    nothingDue: 'Nothing waits for anybody.',
    due: {
      freeze: (count) => counted(count, 'freeze has a step that is overdue.', 'freezes have steps that are overdue.'),
      review: (count) => counted(count, 'acceptance is past its review.', 'acceptances are past their review.'),
      approval: (count) => counted(count, 'proposal waits for another person.', 'proposals wait for another person.'),
    },
    show: { freeze: 'Show freezes', review: 'Show reviews', approval: 'Show proposals' },
    proposals: 'Waiting for confirmation',
    noProposals: 'Nothing is waiting for confirmation.',
    proposalsLead: 'Compare the customer with the row of the list before you confirm.',
    compare: 'Compare customer and row',
    compareAbout: (row) => `Compare customer and row: ${row}`,
    compareRecorded: 'The audit says that you have seen the data.',
    noEvidence:
      'The evidence of this screening is no longer kept. Look the customer up in Lists to compare with the row.',
    all: 'All judgements',
    kind: 'Judgement',
    state: 'State',
    by: 'Who',
    list: 'List',
    from: 'From',
    to: 'To',
    any: 'All',
    anyone: 'Anybody',
    search: 'Search',
    searching: 'Searching…',
    none: 'No judgement fits these filters.',
    kinds: { cleared: 'Clearance', accepted: 'Acceptance', confirmed: 'Confirmation', frozen: 'Freeze' },
    states: {
      proposed: 'Proposed',
      cleared: 'Cleared',
      accepted: 'Customer accepted',
      confirmed: 'Confirmed',
      frozen: 'Assets frozen',
      lapsed: 'Lapsed',
      replaced: 'Replaced',
      revoked: 'Undone',
      rejected: 'Proposal rejected',
    },
    overdue: 'Step overdue',
    record: 'Open the screening',
  },
);
