// How the file is read, where it does not tell itself: its header, its sheet, and whether days come before months.

import { Choice } from '../../design/fields/choice.tsx';
import { Segments } from '../../design/parts.tsx';
import { batchWords } from '../words.ts';
import type { Preview, Reading } from './chosen-file.ts';

interface ReadingFieldsProps {
  readonly preview: Preview;
  /** Tells whether the operator chose a column of birth dates. */
  readonly hasDates: boolean;
  readonly reading: Reading;
  readonly onReading: (reading: Reading) => void;
}

const orders = ['dmy', 'mdy'] as const;

export function ReadingFields({ preview, hasDates, reading, onReading }: ReadingFieldsProps) {
  const words = batchWords();
  const hasSheets = preview.sheets.length > 1;
  const hasHeader = reading.has_header === null ? preview.has_header : reading.has_header === 'yes';
  return (
    <>
      {preview.format !== 'ndjson' && (
        <label class="tick">
          <input
            type="checkbox"
            checked={hasHeader}
            onChange={({ currentTarget }) =>
              onReading({ ...reading, has_header: currentTarget.checked ? 'yes' : 'no' })
            }
          />
          {words.hasHeader}
        </label>
      )}
      {(hasSheets || hasDates) && (
        <div class="batch-ways">
          {hasSheets && (
            <Choice
              label={words.sheet}
              value={preview.sheet}
              options={preview.sheets.map((name) => [name, name])}
              onValue={(sheet) => onReading({ ...reading, sheet, has_header: null })}
            />
          )}
          {hasDates && (
            <Segments
              label={words.dateOrder}
              names={orders}
              words={words.dateOrders}
              chosen={reading.date_order ?? 'dmy'}
              onChoose={(date_order) => onReading({ ...reading, date_order })}
            />
          )}
        </div>
      )}
    </>
  );
}
