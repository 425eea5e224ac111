// The chosen file before it is a batch: how it looks, who is asked about it, and its way to the service.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConsoleAnswer, ConsoleFileForm } from '../../../src/http/console/contract.ts';
import { consoleState } from '../../api/client.ts';
import { FictitiousBanner } from '../../design/fictitious.tsx';
import { Notice } from '../../design/parts.tsx';
import { ProblemNotice } from '../../design/problems/problem-notice.tsx';
import { formatBytes } from '../../words/format.ts';
import { batchWords } from '../words.ts';
import { BatchWays } from './batch-ways.tsx';
import { estimateRows, hasNumbers, isOver, toPlaces, UnreadableFile } from './chosen-file.ts';
import { type Draft, purpose, way, withLists } from './draft.ts';
import { PreviewPart } from './preview-part.tsx';
import { Sending, useSending } from './sending.tsx';
import { StartDialog } from './start-dialog.tsx';
import { usePreview } from './use-preview.ts';

type Batches = ConsoleAnswer<'GET batches'>;

export interface NewBatchProps {
  readonly limits: Pick<Batches, 'rows_max' | 'bytes_max'> | undefined;
  readonly onStarted: (batch: Batches['batches'][number]) => void;
}

interface ChosenCardProps extends Draft, NewBatchProps {
  readonly onOther: () => void;
}

export function ChosenCard({ file, attempt, found, reading, limits, onStarted, onOther }: ChosenCardProps) {
  const words = batchWords();
  const how = way.value;
  const [isAsked, setAsked] = useState(false);
  const [error, setError] = useState<unknown>();
  const { preview, isLooking, isCurrent, again } = usePreview({ file, found, reading }, setError);
  const { sent, send, stop } = useSending(file, { onStarted, onError: setError });
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);

  const toForm = () => ({
    ...toPlaces(found ?? preview?.found ?? {}),
    ...reading,
    has_header: reading.has_header ?? (preview?.has_header === false ? ('no' as const) : ('yes' as const)),
  });

  const current = found ?? preview?.found ?? {};
  const rowsMax = limits?.rows_max ?? Number.POSITIVE_INFINITY;
  const hasPurpose = how === 'sandbox' || purpose.value !== '' || consoleState.value?.purpose_required !== true;
  const canStart =
    preview !== undefined &&
    how !== undefined &&
    hasPurpose &&
    hasNumbers(current) &&
    isCurrent &&
    !isOver(preview, rowsMax) &&
    sent === undefined;

  const start = (atBudget: ConsoleFileForm<'batch-start'>['at_budget'] = null): void => {
    if (how === undefined) return;
    setAsked(false);
    void send({
      file_name: file.name.slice(0, 255) || 'arquivo',
      attempt,
      with: how,
      purpose: how === 'live' && purpose.value !== '' ? purpose.value : null,
      lists: withLists.value ? 'yes' : 'no',
      at_budget: atBudget,
      ...toForm(),
    });
  };

  return (
    <section
      class={`card stack chosen ${how === 'sandbox' ? 'fictitious' : ''}`}
      ref={place}
      tabIndex={-1}
      aria-label={file.name}
    >
      {how === 'sandbox' && (
        <FictitiousBanner>
          <span>{words.fictitious}</span>
        </FictitiousBanner>
      )}
      <div class="row spread">
        <div class="chosen-file">
          <strong>{file.name}</strong>
          <span class="small quiet">
            {preview !== undefined && `${words.formats[preview.format] ?? preview.format.toUpperCase()} · `}
            {formatBytes(file.size)}
          </span>
        </div>
        {sent === undefined && (
          <button type="button" class="button small" onClick={onOther}>
            {words.other}
          </button>
        )}
      </div>
      {isLooking && preview === undefined && <p class="empty">{words.reading}</p>}
      {error instanceof UnreadableFile ? (
        <Notice tone="bad">{words.unreadable}</Notice>
      ) : (
        error !== undefined && <ProblemNotice error={error} {...(!isCurrent && !isLooking && { onRetry: again })} />
      )}
      {preview !== undefined && sent === undefined && (
        <>
          <PreviewPart {...{ file, preview, reading, isLooking, isCurrent, rowsMax }} found={current} />
          {how !== undefined && <BatchWays way={how} found={current} />}
          <div>
            <button
              type="button"
              class="button first"
              disabled={!canStart}
              onClick={() => (how === 'live' ? setAsked(true) : start())}
            >
              {words.start}
            </button>
          </div>
        </>
      )}
      {sent !== undefined && <Sending sent={sent} bytes={file.size} onStop={stop} />}
      {isAsked && (
        <StartDialog
          file={file}
          form={toForm()}
          rows={preview && estimateRows(file, preview)}
          isExact={preview?.is_whole === true}
          notCompared={preview?.not_compared ?? []}
          onCancel={() => setAsked(false)}
          onConfirm={start}
        />
      )}
    </section>
  );
}
