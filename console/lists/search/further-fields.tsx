// What the search takes besides number, name and birth: it tells a foreigner without a CPF, and a customer from a namesake.

import { Choice } from '../../design/fields/choice.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import type { DocumentType, Kind, Typed } from './search-state.ts';
import { searchWords } from './words.ts';

interface FurtherFieldsProps {
  readonly kind: Kind;
  readonly now: Typed;
  readonly onChange: (changes: Partial<Typed>) => void;
}

export function FurtherFields({ kind, now, onChange }: FurtherFieldsProps) {
  const words = searchWords();
  const isPerson = kind === 'person';
  const field = (name: 'nationality' | 'documentNumber' | 'documentCountry' | 'reference', lengthMax: number) => (
    <TextField
      label={words.further[name]}
      isOptional
      hint={words.furtherHints[name]}
      value={now[name]}
      onValue={(value) => onChange({ [name]: value })}
      autocomplete="off"
      maxLength={lengthMax}
    />
  );
  return (
    <details class="search-further">
      <summary>{isPerson ? words.furtherPerson : words.further.reference}</summary>
      <div class="search-fields">
        {isPerson && (
          <>
            {field('nationality', 60)}
            <Choice
              label={words.documentType}
              value={now.documentType}
              options={Object.entries(words.documentTypes)}
              onValue={(type) => onChange({ documentType: type as DocumentType })}
            />
            {field('documentNumber', 60)}
            {field('documentCountry', 60)}
          </>
        )}
        {field('reference', 100)}
      </div>
    </details>
  );
}
