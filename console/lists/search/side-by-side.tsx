// Customer and row beside each other, with what agrees and what does not: for whoever judges a hit, or approves what somebody else has judged.

import { TableHead } from '../../design/table/table-head.tsx';
import { formatDay } from '../../words/format.ts';
import type { FoundHit } from './conclusion.ts';
import { type Searched, toTypedDocument } from './search-state.ts';
import { searchWords } from './words.ts';

type Aspects = FoundHit['agreed'];

const ofNumber: Aspects = ['cpf', 'masked_cpf', 'cnpj', 'cnpj_root'];
const ofBirth: Aspects = ['birth_date', 'birth_year'];
const ofDocument: Aspects = ['document', 'document_country'];
const toBirth = (birth: string) => (birth.length === 10 ? formatDay(birth) : birth);

interface SideBySideProps {
  readonly hit: FoundHit;
  readonly searched: Searched;
}

/** A hit about a partner compares the partner, although the operator did not type that name. */
export function SideBySide({ hit, searched: { asked, kind } }: SideBySideProps) {
  const words = searchWords();
  if (hit.partner !== null) return null;
  const toResult = (aspects: Aspects) => {
    if (hit.disagreed.some((each) => aspects.includes(each))) return words.disagreed;
    return hit.agreed.some((each) => aspects.includes(each)) ? words.agreed : words.notCompared;
  };
  /** Most rows have neither, and most customers a CPF. */
  const toForeignRows = () => [
    [
      words.aspects['nationality'] ?? '',
      asked.nationality.trim(),
      hit.nationalities.join(', '),
      toResult(['nationality']),
    ] as const,
    [
      words.aspects['document'] ?? '',
      toTypedDocument(asked),
      hit.identity_documents.map(({ number, country }) => [number, country].filter(Boolean).join(' ')).join(', '),
      toResult(ofDocument),
    ] as const,
  ];
  const rows = [
    [words.names[kind], asked.name.trim(), hit.name, toResult(['name'])],
    [words.number, asked.number, hit.document, toResult(ofNumber)],
    ...(kind === 'person'
      ? [[words.birthDate, asked.birthDate, hit.birth_dates.map(toBirth).join(', '), toResult(ofBirth)] as const]
      : []),
    ...(kind === 'person' ? toForeignRows().filter(([, customer, listed]) => customer !== '' || listed !== '') : []),
  ] as const;
  return (
    <table class="cards small">
      <TableHead columns={[{ hidden: words.compared }, words.customer, words.listRow, words.result]} />
      <tbody>
        {rows.map(([name, customer, listed, result]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-label={words.customer}>{customer || words.notTyped}</td>
            <td data-label={words.listRow}>{listed || words.notListed}</td>
            <td data-label={words.result}>{result}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
