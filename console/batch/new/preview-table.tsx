// How a file begins: its columns, each with what it was recognised as and can be corrected to, and the rows that will not be asked about.

import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../../design/announce.ts';
import { Badge, Sign } from '../../design/parts.tsx';
import { TableHead } from '../../design/table/table-head.tsx';
import { formatNumber } from '../../words/format.ts';
import { batchWords } from '../words.ts';
import { columnRoles, type Found, type Preview, type Role } from './chosen-file.ts';

type PreviewRow = Preview['rows'][number];

interface PreviewTableProps {
  readonly preview: Preview;
  readonly found: Found;
  readonly onFound: (found: Found) => void;
}

export function PreviewTable({ preview, found, onFound }: PreviewTableProps) {
  const words = batchWords();
  const { columns, rows, format } = preview;
  const roleAt = (place: number): Role | 'none' => columnRoles.find((role) => found[role] === place) ?? 'none';
  /** A column is one thing, and a thing is in one column. */
  const choose = (place: number, role: Role | 'none') => {
    const others = Object.entries(found).filter(([other, at]) => at !== place && other !== role);
    onFound({ ...Object.fromEntries(others), ...(role === 'none' ? {} : { [role]: place }) });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="scroll preview" tabIndex={0} aria-label={words.columns}>
      <table>
        <thead>
          <tr>
            <th scope="col" class="end">
              {words.line}
            </th>
            <th scope="col">{words.verdict}</th>
            {columns.map((name, place) => (
              <th key={place} scope="col" class={roleAt(place) === 'none' ? '' : 'used'}>
                <span class="column-name">{preview.has_header || format === 'ndjson' ? name : place + 1}</span>
                <select
                  aria-label={words.roleOf(preview.has_header ? name : String(place + 1))}
                  value={roleAt(place)}
                  onChange={({ currentTarget }) => choose(place, currentTarget.value as Role | 'none')}
                >
                  <option value="none">{words.roles.none}</option>
                  {columnRoles.map((role) => (
                    <option key={role} value={role}>
                      {words.roles[role]}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              <td class="end quiet">{formatNumber(row.line)}</td>
              <td class="read">
                <Verdict row={row} />
              </td>
              {columns.map((_, place) => (
                <td key={place} class={roleAt(place) === 'none' ? 'quiet' : ''}>
                  {row.cells[place]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Verdict({ row: { kind, mended, number, fault } }: { readonly row: PreviewRow }) {
  const words = batchWords();
  if (fault !== null) return <Badge tone="bad">{words.faulty('').trim()}</Badge>;
  if (kind === null) return <span class="quiet">…</span>;
  return (
    <span class={`read-as ${mended === null ? 'good' : 'warn'}`}>
      <Sign of={mended === null ? 'good' : 'info'} />
      {words.kinds[kind]}
      {mended !== null && <span class="small"> {words.mends[mended](number ?? '')}</span>}
    </span>
  );
}

export function PreviewCounts({ preview }: { readonly preview: Preview }) {
  const words = batchWords();
  const { counts, is_whole } = preview;
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(
    () => announce([...(line.current?.children ?? [])].map(({ textContent }) => textContent).join(', ')),
    [preview],
  );
  return (
    <p class="row small" ref={line}>
      <span class="quiet">{(is_whole ? words.lookedAll : words.looked)(formatNumber(counts.looked))}</span>
      <Badge tone="good">{words.good(formatNumber(counts.good))}</Badge>
      {counts.mended > 0 && <Badge tone="warn">{words.mended(formatNumber(counts.mended))}</Badge>}
      {counts.faulty > 0 && <Badge tone="bad">{words.faulty(formatNumber(counts.faulty))}</Badge>}
    </p>
  );
}

export function FaultyRows({ rows }: { readonly rows: Preview['faulty'] }) {
  const words = batchWords();
  return (
    <section class="stack tight">
      <h2>{words.faultyTitle}</h2>
      <p class="quiet">{words.faultyLead}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section class="scroll faulty" tabIndex={0} aria-label={words.faultyTitle}>
        <table>
          <TableHead columns={[{ end: words.line }, words.reason, words.row]} />
          <tbody>
            {rows.map(({ line, fault, cells }) => (
              <tr key={line}>
                <td class="end">{formatNumber(line)}</td>
                <td class="why">{fault !== null && words.faults[fault]}</td>
                <td class="content quiet">{cells.filter((cell) => cell !== '').join(' · ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
