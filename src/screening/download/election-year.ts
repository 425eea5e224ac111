// Files of an election: `YEAR` in their name and address is that of the newest one whose results stand.

import type { PublishedFile } from './list-download.ts';

const yearsBetween = 4;
/** The last round is at the end of October. */
const resultsFrom = '11-15';

export function toFileOfElection(file: PublishedFile, today: string): PublishedFile {
  if (file.firstElection === undefined) return file;
  const year = String(findElectionYear(file.firstElection, today));
  return { ...file, name: file.name.replaceAll('YEAR', year), url: file.url.replaceAll('YEAR', year) };
}

export function findElectionYear(first: number, today: string): number {
  const year = Number(today.slice(0, 4)) - (today.slice(5) < resultsFrom ? 1 : 0);
  return year - ((year - first) % yearsBetween);
}
