// One snapshot: of which day, how many, how large, whether it is whole.

import { Facts } from '../design/facts.tsx';
import { Badge, Notice } from '../design/parts.tsx';
import { formatBytes, formatDay, formatMonth, formatNumber, formatTime } from '../words/format.ts';
import type { Registry } from './view.ts';
import { registryWords } from './words.ts';

interface SnapshotCardProps {
  readonly name: 'live' | 'previous';
  readonly snapshot: Registry['live'];
}

export function SnapshotCard({ name, snapshot }: SnapshotCardProps) {
  const words = registryWords();
  if (snapshot === null) {
    return (
      <section class="card stack tight">
        <h2>{words[name]}</h2>
        <p class="quiet">{words.noPrevious}</p>
      </section>
    );
  }
  const { problem, verified_at, data_as_of, bytes, records_bytes } = snapshot;
  return (
    <section class={`card stack tight snapshot ${name}`}>
      <div class="row spread">
        <h2>{words[name]}</h2>
        <Badge tone={problem !== null ? 'bad' : verified_at === null ? 'warn' : 'good'}>
          {problem !== null ? words.damaged : verified_at === null ? words.unverified : words.verified}
        </Badge>
      </div>
      <p class="month">{data_as_of === null ? '–' : formatMonth(data_as_of.slice(0, 7), 'long')}</p>
      {problem !== null && (
        <Notice tone="bad">
          <span>{words.damagedAbout}</span>
          <span lang="en" class="small">
            {problem}
          </span>
        </Notice>
      )}
      <Facts
        facts={[
          [words.dataAsOf, data_as_of === null ? '–' : formatDay(data_as_of)],
          [words.companies, toCount(snapshot.companies)],
          [words.establishments, toCount(snapshot.establishments)],
          [words.size, bytes === null ? '–' : formatBytes(bytes + (records_bytes ?? 0))],
          [words.records, records_bytes === null ? words.noRecords : words.withRecords],
          [words.importedAt, snapshot.imported_at === null ? '–' : formatTime(snapshot.imported_at)],
          [words.verifiedAt, verified_at === null ? words.never : formatTime(verified_at)],
          [words.id, snapshot.id],
        ]}
      />
    </section>
  );
}

function toCount(count: number | null): string {
  return count === null ? '–' : formatNumber(count);
}
