// From a file to a batch that has started: chosen, looked at, corrected, sent. What was chosen stays until it has started, over the end
// of a session and an absence of the service.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConsoleAnswer, ConsoleFileForm } from '../../src/http/console/contract.ts';
import { consoleState } from '../api/client.ts';
import { upload } from '../api/upload.ts';
import { FictitiousBanner } from '../design/fictitious.tsx';
import { PurposeField } from '../design/fields/purpose-field.tsx';
import { Notice, Segments } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { focusOpener } from '../shell/focus-keeper.ts';
import { formatBytes, formatNumber } from '../words/format.ts';
import {
  asItLooks,
  estimateRows,
  type Found,
  type Preview,
  previewFile,
  toPlaces,
  UnreadableFile,
} from './chosen-file.ts';
import { changeDraft, chosenWay, type Draft, draft, purpose, type With, way, ways, withLists } from './draft.ts';
import { DropZone } from './drop-zone.tsx';
import { FaultyRows, PreviewCounts, PreviewTable } from './preview-table.tsx';
import { ReadingFields } from './reading-fields.tsx';
import { Sending } from './sending.tsx';
import { StartDialog } from './start-dialog.tsx';
import { batchWords } from './words.ts';

type Batches = ConsoleAnswer<'GET batches'>;

interface NewBatchProps {
  readonly limits: Pick<Batches, 'rows_max' | 'bytes_max'> | undefined;
  readonly onStarted: (batch: Batches['batches'][number]) => void;
}

export function NewBatch({ limits, onStarted }: NewBatchProps) {
  const words = batchWords();
  const chosen = draft.value;
  const [refusal, setRefusal] = useState('');
  const [hasStarted, setStarted] = useState(false);

  const choose = (file: File) => {
    setStarted(false);
    setRefusal('');
    if (file.size === 0) setRefusal(words.empty);
    else if (limits !== undefined && file.size > limits.bytes_max)
      setRefusal(words.tooLarge(formatBytes(file.size), formatBytes(limits.bytes_max)));
    else draft.value = { file, attempt: crypto.randomUUID(), found: undefined, reading: asItLooks };
  };
  const start = (batch: Batches['batches'][number]) => {
    draft.value = undefined;
    setStarted(true);
    onStarted(batch);
  };

  if (chosen !== undefined) {
    return (
      <ChosenFile
        key={chosen.attempt}
        {...chosen}
        limits={limits}
        onStarted={start}
        onOther={() => {
          draft.value = undefined;
          focusOpener('file');
        }}
      />
    );
  }
  return (
    <div class="stack">
      <DropZone
        hint={limits === undefined ? '' : words.dropHint(formatNumber(limits.rows_max), formatBytes(limits.bytes_max))}
        onFile={choose}
      />
      {refusal !== '' && <Notice tone="bad">{refusal}</Notice>}
      {hasStarted && <Notice tone="good">{words.started}</Notice>}
    </div>
  );
}

interface ChosenFileProps extends Draft, NewBatchProps {
  readonly onOther: () => void;
}

function ChosenFile({ file, attempt, found, reading, limits, onStarted, onOther }: ChosenFileProps) {
  const words = batchWords();
  const [preview, setPreview] = useState<Preview>();
  const [error, setError] = useState<unknown>();
  const [isLooking, setLooking] = useState(true);
  const how = way.value;
  const [isAsked, setAsked] = useState(false);
  const [sent, setSent] = useState<number>();
  const sending = useRef<AbortController | undefined>(undefined);
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);

  useEffect(() => {
    const gone = new AbortController();
    setLooking(true);
    previewFile(file, { found, reading, signal: gone.signal })
      .then(
        (answer) => {
          setPreview(answer);
          setError(undefined);
        },
        (thrown) => {
          if (!gone.signal.aborted) setError(thrown);
        },
      )
      .finally(() => {
        if (!gone.signal.aborted) setLooking(false);
      });
    return () => gone.abort();
  }, [file, JSON.stringify(found), reading]);

  const toForm = () => ({
    ...toPlaces(found ?? preview?.found ?? {}),
    ...reading,
    has_header: reading.has_header ?? (preview?.has_header === false ? ('no' as const) : ('yes' as const)),
  });
  // What is on its way is lost with the page; what has started is not.
  useEffect(() => {
    if (sent === undefined) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [sent === undefined]);
  useEffect(() => () => sending.current?.abort(), []);

  const current = found ?? preview?.found ?? {};
  const hasNumbers = current.cpf !== undefined || current.cnpj !== undefined || current.document !== undefined;
  const rows = preview === undefined ? undefined : estimateRows(file, preview);
  const rowsMax = limits?.rows_max ?? Number.POSITIVE_INFINITY;
  const isOver = preview?.is_whole === true && preview.counts.looked > rowsMax;
  const hasPurpose = how === 'sandbox' || purpose.value !== '' || consoleState.value?.purpose_required !== true;
  const canStart =
    preview !== undefined &&
    how !== undefined &&
    hasPurpose &&
    hasNumbers &&
    !isLooking &&
    !isOver &&
    sent === undefined;

  async function start(): Promise<void> {
    if (how === undefined) return;
    setAsked(false);
    setError(undefined);
    setSent(0);
    sending.current = new AbortController();
    try {
      const form: ConsoleFileForm<'batch-start'> = {
        file_name: file.name.slice(0, 255) || 'arquivo',
        attempt,
        with: how,
        purpose: how === 'live' && purpose.value !== '' ? purpose.value : null,
        lists: withLists.value ? 'yes' : 'no',
        ...toForm(),
      };
      const { signal } = sending.current;
      const { batch } = await upload('batch-start', form, file, { onSent: setSent, signal });
      onStarted(batch);
    } catch (thrown) {
      if (!(thrown instanceof DOMException && thrown.name === 'AbortError')) setError(thrown);
      setSent(undefined);
    }
  }

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
        error !== undefined && <ProblemNotice error={error} />
      )}
      {preview !== undefined && sent === undefined && (
        <>
          <div class="stack tight" aria-busy={isLooking}>
            <h2>{words.columns}</h2>
            <p class="quiet">{words.columnsLead}</p>
            {hasNumbers ? <PreviewCounts preview={preview} /> : <Notice tone="warn">{words.noNumbers}</Notice>}
            <PreviewTable preview={preview} found={current} onFound={(changed) => changeDraft({ found: changed })} />
            <ReadingFields
              preview={preview}
              hasDates={current.birth_date !== undefined}
              reading={reading}
              onReading={(changed) => {
                // Another sheet or header has other columns.
                const isOther = changed.date_order === reading.date_order;
                changeDraft({ reading: changed, ...(isOther ? { found: undefined } : {}) });
              }}
            />
          </div>
          {hasNumbers && preview.faulty.length > 0 && <FaultyRows rows={preview.faulty} />}
          {isOver && (
            <Notice tone="bad">{words.tooManyRows(formatNumber(preview.counts.looked), formatNumber(rowsMax))}</Notice>
          )}
          {!isOver && rows !== undefined && rows > rowsMax && (
            <Notice tone="warn">{words.aboutTooMany(formatNumber(rows), formatNumber(rowsMax))}</Notice>
          )}
          {how !== undefined && <Ways way={how} found={current} />}
          <div>
            <button
              type="button"
              class="button first"
              disabled={!canStart}
              onClick={() => (how === 'live' ? setAsked(true) : void start())}
            >
              {words.start}
            </button>
          </div>
        </>
      )}
      {sent !== undefined && <Sending sent={sent} bytes={file.size} onStop={() => sending.current?.abort()} />}
      {isAsked && (
        <StartDialog
          file={file}
          form={toForm()}
          rows={rows}
          isExact={preview?.is_whole === true}
          onCancel={() => setAsked(false)}
          onConfirm={() => void start()}
        />
      )}
    </section>
  );
}

interface WaysProps {
  readonly way: With;
  readonly found: Found;
}

function Ways({ way: how, found }: WaysProps) {
  const words = batchWords();
  const state = consoleState.value;
  const hasPeople = found.cpf !== undefined || found.document !== undefined;
  return (
    <div class="batch-ways">
      <Segments
        label={words.ask}
        names={ways}
        words={words.with}
        chosen={how}
        onChoose={(chosen) => {
          chosenWay.value = chosen;
        }}
        about={words.withAbout[how]}
      />
      {how === 'live' && (
        <PurposeField
          value={purpose.value}
          onValue={(chosen) => {
            purpose.value = chosen;
          }}
          isRequired={state?.purpose_required === true}
        />
      )}
      <label class="tick">
        <input
          type="checkbox"
          checked={withLists.value}
          onChange={({ currentTarget }) => {
            withLists.value = currentTarget.checked;
          }}
        />
        {words.withLists}
      </label>
      {how === 'live' && hasPeople && state?.has_live_sources === false && <Notice tone="warn">{words.noLive}</Notice>}
    </div>
  );
}
