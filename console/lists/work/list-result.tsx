// The result of the work on one list, in plain words; and where it was refused, the way to publish it all the same.

import { ConfirmOverride, Judgements, Override, Said, toForce } from '../../datasets/judgements.tsx';
import { jobWords } from '../../datasets/words.ts';
import { Notice, type Tone } from '../../design/parts.tsx';
import { formatDay, formatNumber } from '../../words/format.ts';
import { type Job, type List, type Result, toShortName } from '../view.ts';
import { toLeft } from '../words.ts';
import { type Acting, lastSent } from './acts.ts';
import { ImportDialog } from './import-dialog.tsx';
import { workWords } from './words.ts';

const tones: Readonly<Record<Result['kind'], Tone>> = {
  updated: 'good',
  rolled_back: 'good',
  unchanged: 'good',
  held: 'warn',
  refused: 'bad',
  failed: 'bad',
};

interface ListResultProps extends Acting {
  readonly job: Job;
  readonly result: Result;
  /** The value is undefined if the list no longer exists. */
  readonly list: List | undefined;
  /** Tells whether the result stands among the results of other lists. */
  readonly isNamed?: boolean;
  readonly foot?: string;
}

export function ListResult({ job, result, list, isNamed = false, foot, ...acting }: ListResultProps) {
  const words = workWords();
  const { kind, data_as_of, entries, overridden, judgements, sentence, portuguese } = result;
  const name = list === undefined ? result.list : toShortName(list);
  const isNothingDone = kind === 'refused' || kind === 'failed';
  const said = isNothingDone ? `${words.results[kind]} ${toLeft(list)}` : words.results[kind];
  return (
    <Notice tone={tones[kind]}>
      <strong>{isNamed ? `${name}: ${said}` : said}</strong>
      {data_as_of !== null && entries !== null && (
        <span>{words.nowLive(formatDay(data_as_of), formatNumber(entries))}</span>
      )}
      {overridden.length > 0 && <span>{words.overridden(overridden.join(', '))}</span>}
      {judgements.length > 0 && <Judgements judgements={judgements} isNamed />}
      {judgements.length === 0 && sentence !== null && <Said sentence={sentence} portuguese={portuguese} />}
      {foot !== undefined && <span class="small">{foot}</span>}
      {kind === 'refused' && acting.isAdmin && <OverrideList job={job} result={result} name={name} {...acting} />}
    </Notice>
  );
}

interface OverrideListProps extends Pick<Acting, 'isBusy' | 'onAct'> {
  readonly job: Job;
  readonly result: Result;
  readonly name: string;
}

/** A download is fetched again; a file is sent again. */
function OverrideList({ job, result, name, isBusy, onAct }: OverrideListProps) {
  const words = workWords();
  const about = words.about(jobWords().force, name);
  if (job.kind === 'import') {
    const sent = lastSent.value?.list === result.list ? lastSent.value : undefined;
    return (
      <Override about={about} isBusy={isBusy}>
        {(onClose) => (
          <ImportDialog
            list={result.list}
            name={name}
            judgements={result.judgements}
            sent={sent}
            isBusy={isBusy}
            onAct={onAct}
            onClose={onClose}
          />
        )}
      </Override>
    );
  }
  return (
    <Override about={about} isBusy={isBusy}>
      {(onClose) => (
        <ConfirmOverride
          title={words.forceTitle(name)}
          judgements={result.judgements}
          isBusy={isBusy}
          onClose={onClose}
          onConfirm={() => onAct({ kind: 'update', list: result.list, force: toForce(result) })}
        />
      )}
    </Override>
  );
}
