// Words of the trial of another sensitivity.

import type { ConsoleBody } from '../../src/http/console/contract.ts';
import { counted, defineWords } from '../words/language.ts';

type Level = ConsoleBody<'POST sensitivity-trial'>['level'];

export const sensitivityWords = defineWords(
  {
    title: 'Experimentar outra sensibilidade',
    lead: 'Refaz as consultas dos últimos 90 dias na edição de hoje, com a sensibilidade atual e com a escolhida. Nada muda nas configurações.',
    list: 'Lista',
    level: 'Sensibilidade',
    levels: { high: 'Alta', balanced: 'Equilibrada', low: 'Baixa' } as Record<Level, string>,
    submit: 'Ver o que mudaria',
    working: 'Refazendo as consultas…',
    between: (list: string, from: string, to: string) => `${list}: de ${from} para ${to}.`,
    all: (count: string, days: string) => `${counted(count, 'consulta', 'consultas')} em ${days} dias.`,
    newest: (count: string, days: string) => `As ${count} consultas mais recentes dos últimos ${days} dias.`,
    nothing: 'Nenhuma consulta mudaria.',
    more: (count: string, alone: string) =>
      `${counted(count, 'consulta mostraria', 'consultas mostrariam')} mais um registro; ${alone} não mostravam nenhum.`,
    fewer: (count: string, alone: string) =>
      `${counted(count, 'consulta deixaria', 'consultas deixariam')} de mostrar um registro; ${alone} não mostrariam mais nenhum.`,
    screening: 'Consulta',
    wouldTell: 'Mostraria também',
    wouldNotTell: 'Deixaria de mostrar',
    toChange: 'Para mudar, nas configurações:',
  },
  {
    title: 'Try another sensitivity',
    lead: 'Makes the screenings of the last 90 days again in the edition of today, by the sensitivity in force and by the chosen one. Nothing changes in the settings.',
    list: 'List',
    level: 'Sensitivity',
    levels: { high: 'High', balanced: 'Balanced', low: 'Low' },
    submit: 'See what would change',
    working: 'Screening again…',
    between: (list, from, to) => `${list}: from ${from} to ${to}.`,
    all: (count, days) => `${counted(count, 'screening', 'screenings')} in ${days} days.`,
    newest: (count, days) => `The newest ${count} screenings of the last ${days} days.`,
    nothing: 'No screening would change.',
    more: (count, alone) =>
      `${counted(count, 'screening would', 'screenings would')} tell one row more; ${alone} told none before.`,
    fewer: (count, alone) =>
      `${counted(count, 'screening would', 'screenings would')} tell one row less; ${alone} would tell none any more.`,
    screening: 'Screening',
    wouldTell: 'Would also tell',
    wouldNotTell: 'Would no longer tell',
    toChange: 'To change it, in the settings:',
  },
);
