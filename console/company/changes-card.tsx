// What the Receita's files of the month before said differently, or why that cannot be told.

import type { CompanyPage, CompanyWay } from '../ask/open-company.ts';
import { TableHead } from '../design/table/table-head.tsx';
import { formatDay } from '../words/format.ts';
import { type Change, findChanges } from './changes.ts';
import { companyWords } from './words.ts';

interface ChangesProps {
  readonly page: CompanyPage;
  readonly asked: CompanyWay;
}

export function Changes({ page: { record, earlier }, asked }: ChangesProps) {
  const words = companyWords();
  if (earlier.kind !== 'found') {
    const why =
      earlier.kind === 'not_found'
        ? words.newSince(formatDay(earlier.data_as_of))
        : asked === 'sandbox'
          ? words.sandboxHasNoMonths
          : earlier.kind === 'not_kept'
            ? words.notKept
            : words.earlierUnreadable;
    return (
      <section class="company-part">
        <h2>{words.changes}</h2>
        <p class={earlier.kind === 'not_found' ? '' : 'quiet'}>{why}</p>
      </section>
    );
  }
  const changes = findChanges(earlier.record, record);
  return (
    <section class="company-part">
      <h2>{words.changes}</h2>
      <p class="quiet">
        {words.changesSince(formatDay(earlier.record.data_as_of))} {changes.length === 0 && words.nothingChanged}
      </p>
      {changes.length > 0 && (
        <table class="cards">
          <TableHead columns={[words.field, words.was, words.is]} />
          <tbody>
            {changes.map((change) => (
              <Row key={`${change.name} ${change.before} ${change.after}`} change={change} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ change: { name, before, after } }: { readonly change: Change }) {
  const words = companyWords();
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={words.was} class={before === null ? 'quiet' : ''}>
        {before ?? '—'}
      </td>
      <td data-label={words.is} class={after === null ? 'quiet' : 'now'}>
        {after ?? '—'}
      </td>
    </tr>
  );
}
