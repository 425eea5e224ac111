// From a file to a batch that has started: chosen, looked at, corrected, sent. What was chosen stays until it has started, over the end
// of a session and an absence of the service.

import { useState } from 'preact/hooks';
import { Notice } from '../../design/parts.tsx';
import { focusOpener } from '../../shell/focus-keeper.ts';
import { formatBytes, formatNumber } from '../../words/format.ts';
import { batchWords } from '../words.ts';
import { ChosenCard, type NewBatchProps } from './chosen-card.tsx';
import { asItLooks } from './chosen-file.ts';
import { draft } from './draft.ts';
import { DropZone } from './drop-zone.tsx';

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
  const start: typeof onStarted = (batch) => {
    draft.value = undefined;
    setStarted(true);
    onStarted(batch);
  };

  if (chosen !== undefined) {
    return (
      <ChosenCard
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
