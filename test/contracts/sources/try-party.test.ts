import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { toSubject } from '../../../src/sources/live-person-source.ts';
import { tryParty } from '../../../src/sources/try-party.ts';
import { findFreePort } from '../../support/free-port.ts';
import {
  describeBureau,
  goodAnswer,
  person,
  readDescribed,
  type SourceText,
} from '../../support/parties/described-sources.ts';
import { json, type PartyHandler } from '../../support/parties/party-server.ts';
import { start as startParty } from './asked-party.ts';

async function askAt(origin: string, overrides: SourceText = {}) {
  const {
    people: [bureau],
  } = await readDescribed({ bureau_a: describeBureau(origin, overrides) });
  if (bureau === undefined) throw new Error('no bureau_a');
  return await tryParty(bureau, toSubject(person), systemClock);
}

const start = async (handler: PartyHandler) => (await startParty(handler)).origin;

describe('one trial call', () => {
  it('shows what came back and what it was mapped to, and nothing of the person', async () => {
    const codes = { registration: { REGULAR: 'regular' } };
    const trial = await askAt(await start(json(200, { ...goodAnswer, registration: 'REGULAR' })), { codes });
    expect(trial).toMatchObject({
      answer: { status: 200, body: { cpf: '99999999999', name: 'AAAAA AAAAAAA AA AAAAA', registration: 'REGULAR' } },
      mapped: {
        kind: 'answered',
        fields: { name: 'AAAAA AAAAAAA AA AAAAA', birth_date: '9999-99-99', registration: 'regular', score: 999 },
        unlistedCode: null,
      },
    });
    // The time it took is a number of any digits.
    expect(JSON.stringify({ ...trial, latencyMs: 0 })).not.toMatch(/JOANA|390|1987|742/);
  });

  it('waits for an answer that comes later, and shows that one', async () => {
    const answers = [json(202, { id: 'o-1' }), json(200, { state: 'WORKING' }), json(200, goodAnswer)];
    const party = await start((request, response) => answers.shift()?.(request, response));
    const request = { path: '/orders/{async.id}' };
    const outcomes = [{ status: 200, body: 'state = "WORKING"', means: 'pending' }];
    expect(await askAt(party, { async: { id: 'id', poll: { request, outcomes, pause_ms: 20 } } })).toMatchObject({
      answer: { status: 200, body: { cpf: '99999999999' } },
      mapped: { kind: 'answered', fields: { score: 999 } },
    });
  });

  it('shows the answer also where the mapping did not fit', async () => {
    expect(await askAt(await start(json(200, { ...goodAnswer, score: '742' })))).toMatchObject({
      answer: { status: 200, body: { score: '999' } },
      mapped: {
        kind: 'unavailable',
        reason: 'invalid_response',
        fault: { field: 'score', problem: 'it must be a whole number from 0 to 1000, but is text' },
      },
    });
  });

  it('shows a code that nobody mapped where it is one short word, and masks what may be somebody', async () => {
    const tryCode = async (registration: unknown) => {
      const codes = { registration: { REGULAR: 'regular' } };
      return await askAt(await start(json(200, { ...goodAnswer, registration })), { codes });
    };
    for (const code of ['7', 7, 'EM_REVISAO', 'X-12']) {
      expect(await tryCode(code)).toMatchObject({
        answer: { body: { registration: code } },
        mapped: { fields: { registration: 'unknown' }, unlistedCode: String(code) },
      });
    }
    for (const text of ['JOANA EXEMPLO', '39053344705', 390_533_447, 'em revisão judicial']) {
      const trial = await tryCode(text);
      expect(trial.mapped).toMatchObject({ unlistedCode: null });
      expect(JSON.stringify(trial)).not.toContain(String(text));
    }
  });

  it('shows each call that was made before the last one, masked, also where it ended there', async () => {
    const calls = [{ name: 'search', request: { path: '/search' }, values: { id: 'id', kind: '$lookup(of, "PF")' } }];
    const request = { path: '/person', query: { id: '{call.search.id}' } };
    const answer = (search: unknown): PartyHandler => {
      return (sent, response) => json(200, sent.url === '/search' ? search : goodAnswer)(sent, response);
    };
    const whole = await askAt(await start(answer({ id: 'JOANA-7', of: { PF: 'PF' } })), { calls, request });
    expect(whole).toMatchObject({
      calls: [{ name: 'search', status: 200, body: { id: 'AAAAA-9', of: { PF: 'PF' } } }],
      answer: { status: 200, body: { cpf: '99999999999' } },
      mapped: { kind: 'answered' },
    });
    const half = await askAt(await start(answer({ of: { PF: 'PF' } })), { calls, request });
    expect(half).toMatchObject({
      calls: [{ name: 'search', status: 200 }],
      answer: null,
      mapped: {
        kind: 'unavailable',
        reason: 'invalid_response',
        fault: { field: 'calls.search.values.id', problem: 'it must be text or a whole number' },
      },
    });
  });

  it('tells a page for people, a "not found" and a party that is down apart', async () => {
    const page = await start((_request, response) => response.end('<html>JOANA</html>'));
    expect(await askAt(page)).toMatchObject({ answer: { status: 200, body: '(not JSON)' } });
    expect((await askAt(await start(json(404, { code: 1 })))).mapped).toEqual({ kind: 'not_found' });
    expect(await askAt(`http://127.0.0.1:${await findFreePort()}`)).toMatchObject({
      answer: null,
      mapped: { kind: 'unavailable', reason: 'connection_failed' },
    });
  });
});
