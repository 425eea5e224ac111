// The question before real sources are asked about a whole file: what it costs at most and what repeats. All of the file is counted for it:
// its beginning tells nothing of what stands further down.

import { useEffect, useState } from 'preact/hooks';
import type { ConsoleFileAnswer, ConsoleFileForm } from '../../../src/http/console/contract.ts';
import { upload } from '../../api/upload.ts';
import { Confirm } from '../../design/confirm.tsx';
import { ProblemNotice } from '../../design/problems/problem-notice.tsx';
import { formatNumber } from '../../words/format.ts';
import { batchWords } from '../words.ts';
import type { Preview } from './chosen-file.ts';

type Estimate = ConsoleFileAnswer<'batch-estimate'>;

interface StartDialogProps {
  readonly file: File;
  readonly form: ConsoleFileForm<'batch-estimate'>;
  /** As far as the beginning of the file tells. */
  readonly rows: number | undefined;
  readonly isExact: boolean;
  readonly notCompared: Preview['not_compared'];
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

export function StartDialog({ file, form, rows, isExact, notCompared, onCancel, onConfirm }: StartDialogProps) {
  const words = batchWords();
  const [estimate, setEstimate] = useState<Estimate>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const gone = new AbortController();
    upload('batch-estimate', form, file, { onSent: () => {}, signal: gone.signal }).then(setEstimate, (thrown) => {
      if (!gone.signal.aborted) setError(thrown);
    });
    return () => gone.abort();
  }, []);
  return (
    <Confirm
      title={words.confirmTitle}
      act={words.start}
      isBusy={estimate === undefined}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <ul class="effects" aria-busy={estimate === undefined && error === undefined}>
        <li>{toRowsSentence(estimate?.rows ?? rows, estimate !== undefined || isExact)}</li>
        {estimate !== undefined && <EstimateLines estimate={estimate} />}
        {estimate === undefined && error === undefined && <li>{words.counting}</li>}
        {notCompared.map((role) => (
          <li key={role}>{words.notCompared[role]}</li>
        ))}
        <li>{words.confirmEach}</li>
        <li>{words.confirmGoesOn}</li>
      </ul>
      {error !== undefined && <ProblemNotice error={error} isInDialog />}
    </Confirm>
  );
}

function EstimateLines({ estimate: { people, companies, calls, repeated, faulty } }: { readonly estimate: Estimate }) {
  const words = batchWords().estimate;
  return (
    <>
      <li>{words.asked(formatNumber(people), formatNumber(companies))}</li>
      <li>{calls === 0 ? words.noCalls : words.calls(formatNumber(calls))}</li>
      <li>{repeated === 0 ? words.noRepeated : words.repeated(formatNumber(repeated))}</li>
      {faulty > 0 && <li>{words.faulty(formatNumber(faulty))}</li>}
    </>
  );
}

function toRowsSentence(rows: number | undefined, isExact: boolean): string {
  const words = batchWords();
  if (rows === undefined) return words.confirmMany;
  return (isExact ? words.confirmRows : words.confirmAbout)(formatNumber(rows));
}
