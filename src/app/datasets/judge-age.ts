// What speaks against data before it is read: it is older than what is live, or a rollback holds that.

import type { DatasetName, DatedSnapshot } from './dataset-name.ts';
import { type Judgement, toDayPt } from './judgement.ts';

export type AgeJudgementName = 'older_data' | 'rollback_hold';

/** An import finds these versions in use. */
interface InUse {
  readonly dataset: DatasetName;
  readonly live: Pick<DatedSnapshot, 'dataAsOf'> | undefined;
  readonly isHeld: boolean;
}

export function judgeAge({ dataset, live, isHeld }: InUse, dataAsOf: string): readonly Judgement<AgeJudgementName>[] {
  const { name, portuguese, version, given, newer, live: liveWord } = dataset;
  const found: Judgement<AgeJudgementName>[] = [];
  if (live !== undefined && dataAsOf < live.dataAsOf)
    found.push({
      name: 'older_data',
      sentence: `${given.en} of ${dataAsOf}, the live ${liveWord} is of ${live.dataAsOf}: older data would replace newer. Import the newer ${newer.en}, or use \`${name} rollback\` to go back.`,
      portuguese: `${given.pt} de ${toDayPt(dataAsOf)} e ${portuguese} em uso é de ${toDayPt(live.dataAsOf)}: dados mais antigos tomariam o lugar dos mais recentes. Importe ${newer.pt} mais recente ou volte à ${version.pt} anterior.`,
    });
  // A rollback was somebody's decision: whoever imports after it ends its hold knowingly.
  if (isHeld)
    found.push({
      name: 'rollback_hold',
      sentence: `A rollback holds the data of ${live?.dataAsOf ?? 'before'}: this import would end that hold, and later updates would go on by themselves.`,
      portuguese: `${capitalize(portuguese)} voltou aos dados de ${live === undefined ? 'antes' : toDayPt(live.dataAsOf)} e está ${portuguese.startsWith('a ') ? 'travada' : 'travado'} neles: esta importação desfaz a trava, e as próximas atualizações voltam a entrar sozinhas.`,
    });
  return found;
}

/** `O cadastro`, as it begins a sentence. */
function capitalize(portuguese: string): string {
  return `${portuguese.charAt(0).toUpperCase()}${portuguese.slice(1)}`;
}
