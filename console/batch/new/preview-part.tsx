// What the beginning of a file shows: its columns and first rows, to be corrected, and what would go wrong.

import { Notice } from '../../design/parts.tsx';
import { formatNumber } from '../../words/format.ts';
import { batchWords } from '../words.ts';
import { estimateRows, type Found, hasNumbers, isOver, type Preview } from './chosen-file.ts';
import { changeDraft, type Draft } from './draft.ts';
import { FaultyRows, PreviewCounts, PreviewTable } from './preview-table.tsx';
import { ReadingFields } from './reading-fields.tsx';

interface PreviewPartProps extends Pick<Draft, 'file' | 'reading'> {
  readonly preview: Preview;
  readonly found: Found;
  readonly isLooking: boolean;
  /** Tells whether the preview says how the file is read now. Its counts are those of another reading otherwise. */
  readonly isCurrent: boolean;
  readonly rowsMax: number;
}

export function PreviewPart({ file, preview, found: current, reading, rowsMax, ...props }: PreviewPartProps) {
  const words = batchWords();
  const { isLooking, isCurrent } = props;
  const isNumbered = hasNumbers(current);
  const rows = estimateRows(file, preview);
  const isTooLong = isOver(preview, rowsMax);
  return (
    <>
      <div class="stack tight" aria-busy={isLooking}>
        <h2>{words.columns}</h2>
        <p class="quiet">{words.columnsLead}</p>
        {!isNumbered && <Notice tone="warn">{words.noNumbers}</Notice>}
        {isNumbered && isCurrent && <PreviewCounts preview={preview} />}
        {isNumbered && isLooking && <p class="small quiet">{words.readingAgain}</p>}
        <PreviewTable preview={preview} found={current} onFound={(changed) => changeDraft({ found: changed })} />
        {isNumbered && isCurrent && <NotCompared preview={preview} />}
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
      {isNumbered && isCurrent && preview.faulty.length > 0 && <FaultyRows rows={preview.faulty} />}
      {isTooLong && (
        <Notice tone="bad">{words.tooManyRows(formatNumber(preview.counts.looked), formatNumber(rowsMax))}</Notice>
      )}
      {!isTooLong && rows !== undefined && rows > rowsMax && (
        <Notice tone="warn">{words.aboutTooMany(formatNumber(rows), formatNumber(rowsMax))}</Notice>
      )}
    </>
  );
}

/**
 * What no answer of the batch can compare, because no column of the file is said to hold it. An answer about a number alone says nothing
 * of whose it is.
 */
function NotCompared({ preview: { not_compared, unused } }: { readonly preview: Preview }) {
  const words = batchWords();
  if (not_compared.length === 0) return null;
  const seeming = unused.filter(({ role }) => not_compared.includes(role)).map(({ name }) => name);
  return (
    <Notice tone={not_compared.includes('name') ? 'warn' : 'none'}>
      {not_compared.map((role) => words.notCompared[role]).join(' ')}
      {seeming.length > 0 && ` ${words.seeming(seeming.join(', '))}`}
    </Notice>
  );
}
