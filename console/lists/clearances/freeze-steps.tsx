// What of a freeze is done, by whom and when, and the way to note what is not.

import { useState } from 'preact/hooks';
import { Confirm } from '../../design/confirm.tsx';
import { formatTime } from '../../words/format.ts';
import { isAnalyst, type Way } from '../search/search-state.ts';
import { type Clearance, type FreezeStep, isActing, noteStep } from './clearance-state.ts';
import { readMoment, WhenDone } from './when-done.tsx';
import { clearanceWords } from './words.ts';

interface FreezeStepsProps {
  readonly clearance: Clearance;
  readonly freeze: NonNullable<Clearance['freeze']>;
  readonly lists: Way;
}

export function FreezeSteps({ clearance: { id, row }, freeze, lists }: FreezeStepsProps) {
  const words = clearanceWords();
  const [asking, setAsking] = useState<FreezeStep>();
  const [done, setDone] = useState({ day: '', clock: '' });
  const at = readMoment(done);
  const close = () => {
    setAsking(undefined);
    setDone({ day: '', clock: '' });
  };
  return (
    <>
      <ul class="list-judgements">
        {freeze.steps.map((each) => (
          <li key={each.step}>
            {each.at === null ? (
              <span class="row">
                {words.steps[each.step]}
                {isAnalyst.value && (
                  <button
                    type="button"
                    class="button small no-print"
                    aria-label={words.actAbout(`${words.note}, ${words.notes[each.step]}`, row)}
                    disabled={isActing.value}
                    onClick={() => setAsking(each.step)}
                  >
                    {words.note}
                  </button>
                )}
              </span>
            ) : (
              toDone(each)
            )}
          </li>
        ))}
      </ul>
      {asking !== undefined && (
        <Confirm
          title={words.noteTitle}
          act={words.note}
          isBusy={at === undefined || isActing.value}
          onCancel={close}
          onConfirm={() => {
            close();
            void noteStep(id, asking, at ?? null, lists);
          }}
        >
          <p>
            <strong>{words.notes[asking]}</strong>
          </p>
          <WhenDone label={words.done} hint={words.doneHint} value={done} onValue={setDone} />
          <p>{words.noteWhat}</p>
        </Confirm>
      )}
    </>
  );
}

/** Where it was noted later than it was done, both times are told. */
function toDone({ step, at, by, noted_at }: FreezeStepsProps['freeze']['steps'][number]): string {
  const words = clearanceWords();
  const [when, noted] = [formatTime(at ?? ''), formatTime(noted_at ?? '')];
  return words.stepDone(words.notes[step], when, by ?? '') + (when === noted ? '' : words.stepDoneLater(noted));
}
