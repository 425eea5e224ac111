// The table of docs/risk-policy.md and of its Portuguese pair.

import { defaultPolicy, ladders, type PromiseReason, promisedCeilings } from '../../src/domain/risk/risk-policy.ts';
import type { Language } from '../../src/http/answer/language.ts';
import { toTable } from './table.ts';

const inPortuguese: Readonly<Record<PromiseReason, string>> = {
  'inconclusive is never low': 'inconclusivo nunca é baixo',
  'a missing source is never low': 'sem uma das fontes, nunca é baixo',
  'lists that were not looked at are never low': 'sem consultar as listas, nunca é baixo',
  'a fraud alert is always high': 'um alerta de fraude é sempre alto',
  'who is on the list of the United Nations is always high': 'quem está na lista das Nações Unidas é sempre alto',
  'a lost score never improves the risk level': 'um score perdido nunca melhora o nível de risco',
};

const headers: Readonly<Record<Language, readonly string[]>> = {
  en: ['ladder', 'rung, mild to worse', 'penalty', 'cap', 'what another policy may not exceed'],
  pt: ['escada', 'degrau, do brando ao pior', 'penalidade', 'teto', 'o que outra política não pode passar'],
};

export function renderLadders(language: Language): string {
  const rows = Object.entries(ladders).flatMap(([ladder, rungs]) =>
    rungs.map((rung) => {
      const { penalty, cap } = (
        defaultPolicy.ladders as Record<string, Record<string, { penalty: number; cap: number }>>
      )[ladder]?.[rung] ?? { penalty: 0, cap: 0 };
      const ceiling = promisedCeilings.find((promise) => promise.ladder === ladder && promise.rung === rung);
      return [
        `\`${ladder}\``,
        `\`${rung}\``,
        penalty === 0 ? '' : `-${penalty}`,
        cap === 1000 ? '' : String(cap),
        ceiling === undefined ? '' : toCeiling(ceiling.capMax, ceiling.because, language),
      ];
    }),
  );
  return `${toTable(headers[language], rows)}\n`;
}

function toCeiling(capMax: number, because: PromiseReason, language: Language): string {
  return language === 'pt'
    ? `teto de no máximo ${capMax}: ${inPortuguese[because]}`
    : `cap at most ${capMax}: ${because}`;
}
