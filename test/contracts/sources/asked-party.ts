// A party of one test and the sources that ask it: both end with the test.

import { onTestFinished } from 'vitest';
import { person, startSources } from '../../support/parties/described-sources.ts';
import { startParty, startRawParty } from '../../support/parties/party-server.ts';

async function ofTest<Started extends { close(): Promise<void> }>(starting: Promise<Started>): Promise<Started> {
  const started = await starting;
  onTestFinished(() => started.close());
  return started;
}

export const start = (...party: Parameters<typeof startParty>) => ofTest(startParty(...party));

/** It speaks bytes, which need not be HTTP. */
export const startRaw = (...party: Parameters<typeof startRawParty>) => ofTest(startRawParty(...party));

export async function connectSources(...described: Parameters<typeof startSources>) {
  const sources = await ofTest(startSources(...described));
  const { ask: askBureau } = sources.people.bureau_a;
  /** The first bureau, with the patience of a test. */
  const ask = async (query = person, signal = AbortSignal.timeout(60_000)) => await askBureau(query, signal);
  return { ...sources, ask, askEvidence: async (...asked: Parameters<typeof ask>) => (await ask(...asked)).evidence };
}

export const unavailable = (reason: string) => ({ kind: 'unavailable', reason });
