import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { toSubject } from '../../src/sources/live-person-source.ts';
import { trySource } from '../../src/sources/try-source.ts';
import { describeBureau, goodAnswer, person, readDescribed, type SourceText } from '../support/described-sources.ts';
import { findClosedPort, json, type PartyHandler, startParty } from '../support/party-server.ts';

async function tryParty(origin: string, overrides: SourceText = {}) {
  const { people } = await readDescribed({ bureau_a: describeBureau(origin, overrides) });
  if (people.bureau_a === undefined) throw new Error('no bureau_a');
  return await trySource(people.bureau_a, toSubject(person), systemClock);
}

async function start(handler: PartyHandler): Promise<string> {
  const party = await startParty(handler);
  onTestFinished(party.close);
  return party.origin;
}

describe('one trial call', () => {
  it('shows what came back and what it was mapped to, and nothing of the person', async () => {
    const codes = { registration: { REGULAR: 'regular' } };
    const trial = await tryParty(await start(json(200, { ...goodAnswer, registration: 'REGULAR' })), { codes });
    expect(trial).toMatchObject({
      answer: { status: 200, body: { cpf: '99999999999', name: 'AAAAA AAAAAAA AA AAAAA', registration: 'REGULAR' } },
      mapped: { kind: 'answered', fields: { name: 'AAAAA AAAAAAA AA AAAAA', registration: 'regular', score: 999 } },
    });
    expect(JSON.stringify(trial)).not.toMatch(/JOANA|390|1987|742/);
  });

  it('shows the answer also where the mapping did not fit', async () => {
    expect(await tryParty(await start(json(200, { ...goodAnswer, score: '742' })))).toMatchObject({
      answer: { status: 200, body: { score: '999' } },
      mapped: { kind: 'unavailable', reason: 'invalid_response' },
    });
  });

  it('tells a page for people, a "not found" and a party that is down apart', async () => {
    const page = await start((_request, response) => response.end('<html>JOANA</html>'));
    expect(await tryParty(page)).toMatchObject({ answer: { status: 200, body: '(not JSON)' } });
    expect((await tryParty(await start(json(404, {})))).mapped).toEqual({ kind: 'not_found' });
    expect(await tryParty(`http://127.0.0.1:${await findClosedPort()}`)).toMatchObject({
      answer: null,
      mapped: { kind: 'unavailable', reason: 'connection_failed' },
    });
  });
});
