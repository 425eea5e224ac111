// The question before real sources are asked about a whole file: what it costs at most and what repeats. All of the file is counted for it:
// its beginning tells nothing of what stands further down.

import { useEffect, useState } from 'preact/hooks';
import type { ConsoleFileAnswer, ConsoleFileForm } from '../../../src/http/console/contract.ts';
import { toSourceName } from '../../answer/words/source-words.ts';
import { upload } from '../../api/upload.ts';
import { Confirm } from '../../design/confirm.tsx';
import { Notice, Segments } from '../../design/parts.tsx';
import { ProblemNotice } from '../../design/problems/problem-notice.tsx';
import { formatMoney, formatNumber } from '../../words/format.ts';
import { batchWords } from '../words.ts';
import type { Preview } from './chosen-file.ts';

type Estimate = ConsoleFileAnswer<'batch-estimate'>;

interface StartDialogProps {
  readonly file: File;
  readonly form: ConsoleFileForm<'batch-estimate'>;
  /** `rows` is the number of rows as far as the beginning of the file shows it. */
  readonly rows: number | undefined;
  readonly isExact: boolean;
  readonly notCompared: Preview['not_compared'];
  readonly onCancel: () => void;
  readonly onConfirm: (atBudget: AtBudget) => void;
}

type AtBudget = NonNullable<ConsoleFileForm<'batch-start'>['at_budget']>;
const atBudgets = ['wait', 'skip', 'stop'] as const satisfies readonly AtBudget[];

export function StartDialog({ file, form, rows, isExact, notCompared, onCancel, onConfirm }: StartDialogProps) {
  const words = batchWords();
  const [estimate, setEstimate] = useState<Estimate>();
  const [error, setError] = useState<unknown>();
  const [atBudget, setAtBudget] = useState<AtBudget>('wait');
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
      onConfirm={() => onConfirm(atBudget)}
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
      {estimate !== undefined && estimate.budgets.length > 0 && (
        <div class="stack tight">
          <Notice tone="warn">
            <ul class="effects">
              {estimate.budgets.map(({ source, period, unit, line }) => (
                <li key={`${source} ${period} ${unit}`}>
                  {words.budgetBreaks(
                    source === null ? null : toSourceName(source),
                    words.periods[period],
                    formatNumber(line),
                  )}
                </li>
              ))}
            </ul>
          </Notice>
          <Segments
            label={words.atBudget}
            names={atBudgets}
            words={words.atBudgets}
            chosen={atBudget}
            onChoose={setAtBudget}
            about={words.atBudgetAbout[atBudget]}
          />
        </div>
      )}
      {error !== undefined && <ProblemNotice error={error} isInDialog />}
    </Confirm>
  );
}

function EstimateLines({
  estimate: { people, companies, calls, repeated, faulty, reais_max },
}: {
  readonly estimate: Estimate;
}) {
  const words = batchWords().estimate;
  return (
    <>
      <li>{words.asked(formatNumber(people), formatNumber(companies))}</li>
      <li>{calls === 0 ? words.noCalls : words.calls(formatNumber(calls))}</li>
      {reais_max !== null && <li>{words.costs(formatMoney(reais_max))}</li>}
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
