import { expect, it } from 'vitest';
import { createRecorded } from '../../../../test/support/recorded.ts';
import { systemClock } from '../../../clock.ts';
import type { AuditEntry } from '../entry.ts';
import { recordWithRetries } from './record-with-retries.ts';

const entry = { kind: 'cpf', requestId: 'req_1' } as AuditEntry;

/** An audit that answers the first attempts like this. */
function start(attempts: readonly ('refused' | 'arrived')[], stop = new AbortController()) {
  const { entries } = createRecorded(systemClock);
  let tries = 0;
  let looks = 0;
  const log = {
    append: async () => {
      const outcome = attempts[tries++];
      if (outcome !== 'refused') entries.push(entry);
      if (outcome !== undefined) throw new Error('53100');
    },
    isWritable: () => true,
  };
  const isThere = async () => {
    // The first look fails, as one does through which the connection is lost.
    if (looks++ === 0) throw new Error('CONNECTION');
    return entries.length > 0;
  };
  let beats = 0;
  const beat = () => void beats++;
  return {
    entries,
    beats: () => beats,
    tries: () => tries,
    writing: recordWithRetries(entry, { log, isThere, beat, stop: stop.signal }),
  };
}

it('writes a record that was refused once more, and shows that it lives meanwhile', async () => {
  const { writing, entries, beats, tries } = start(['refused', 'refused']);
  await writing;
  expect([tries(), entries]).toEqual([3, [entry]]);
  expect(beats()).toBeGreaterThan(0);
});

it('writes no record twice that had arrived without a word', async () => {
  const { writing, entries, tries } = start(['arrived']);
  await writing;
  expect([tries(), entries]).toEqual([1, [entry]]);
});

it('gives up where the process stops', async () => {
  const stop = new AbortController();
  const { writing, entries } = start(['refused'], stop);
  stop.abort();
  await expect(writing).rejects.toThrow('53100');
  expect(entries).toEqual([]);
});
