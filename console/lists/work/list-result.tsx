// The result of the work on one list, in plain words; and where it was refused, the way to publish it all the same.

import { useState } from 'preact/hooks';
import { Confirm } from '../../design/confirm.tsx';
import { Notice, type Tone } from '../../design/parts.tsx';
import { formatDay, formatNumber } from '../../words/format.ts';
import { language } from '../../words/language.ts';
import { type Job, type List, type Result, toShortName } from '../view.ts';
import { toLeft } from '../words.ts';
import { type Acting, lastSent } from './acts.ts';
import { ImportDialog } from './import-dialog.tsx';
import { Judgements, toForce } from './judgements.tsx';
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
  /** Undefined where there is no such list any more. */
  readonly list: List | undefined;
  /** Where it stands among those of other lists. */
  readonly isNamed?: boolean;
  readonly foot?: string;
}

export function ListResult({ job, result, list, isNamed = false, foot, ...acting }: ListResultProps) {
  const words = workWords();
  const [isAsking, setAsking] = useState(false);
  const { kind, data_as_of, entries, overridden } = result;
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
      <Why result={result} />
      {foot !== undefined && <span class="small">{foot}</span>}
      {kind === 'refused' && acting.isAdmin && (
        <span>
          <button
            type="button"
            class="button small danger"
            aria-label={words.about(words.force, name)}
            disabled={acting.isBusy}
            onClick={() => setAsking(true)}
          >
            {words.force}
          </button>
        </span>
      )}
      {isAsking && (
        <Override
          job={job}
          result={result}
          name={name}
          isBusy={acting.isBusy}
          onAct={acting.onAct}
          onClose={() => setAsking(false)}
        />
      )}
    </Notice>
  );
}

function Why({ result: { judgements, sentence, portuguese } }: { readonly result: Result }) {
  if (judgements.length > 0) return <Judgements judgements={judgements} />;
  if (sentence === null) return null;
  const isForeseen = language.value === 'pt' && portuguese !== null;
  return (
    <span lang={isForeseen ? 'pt-BR' : 'en'} class="small list-said">
      {isForeseen ? portuguese : sentence}
    </span>
  );
}

interface OverrideProps extends Pick<Acting, 'isBusy' | 'onAct'> {
  readonly job: Job;
  readonly result: Result;
  readonly name: string;
  readonly onClose: () => void;
}

/** A download is fetched again; a file is sent again. */
function Override({ job, result, name, isBusy, onAct, onClose }: OverrideProps) {
  const words = workWords();
  if (job.kind === 'import') {
    const sent = lastSent.value?.list === result.list ? lastSent.value : undefined;
    return (
      <ImportDialog
        list={result.list}
        name={name}
        judgements={result.judgements}
        sent={sent}
        isBusy={isBusy}
        onAct={onAct}
        onClose={onClose}
      />
    );
  }
  return (
    <Confirm
      title={words.forceTitle(name)}
      act={words.forceAct}
      isDanger
      isBusy={isBusy}
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        onAct({ kind: 'update', list: result.list, force: toForce(result) });
      }}
    >
      <p>{words.forceLead}</p>
      <Judgements judgements={result.judgements} />
      <p class="small quiet">{words.forceAudit}</p>
    </Confirm>
  );
}
