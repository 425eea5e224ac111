// What is new in each request, as a party that checks it sees it: the moment, a nonce, and the digest of WS-Security.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../support/manual-clock.ts';
import { describeBureau, describeThree, goodAnswer, person } from '../../support/parties/described-sources.ts';
import { json } from '../../support/parties/party-server.ts';
import { connectSources, start, unavailable } from './asked-party.ts';

const password = 'S3cret&<ção>';
const soap = `
  <e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:w="urn:wsse" xmlns:u="urn:wsu">
    <e:Header>
      <w:Security>
        <u:Timestamp><u:Created>{now}</u:Created><u:Expires>{now|in_5_minutes}</u:Expires></u:Timestamp>
        <w:UsernameToken>
          <w:Username>confere</w:Username>
          <w:Password Type="#PasswordDigest">{password_digest.password}</w:Password>
          <w:Nonce>{nonce}</w:Nonce>
          <u:Created>{now}</u:Created>
        </w:UsernameToken>
      </w:Security>
    </e:Header>
    <e:Body><cpf>{cpf}</cpf></e:Body>
  </e:Envelope>`;

function readToken(body: string) {
  const read = (name: string) => new RegExp(`<[uw]:${name}[^>]*>([^<]*)<`).exec(body)?.[1] ?? '';
  return { created: read('Created'), expires: read('Expires'), nonce: read('Nonce'), digest: read('Password') };
}

describe('a UsernameToken', () => {
  it('proves the password to a party that computes it anew, with a nonce of its own in each request', async () => {
    const seen = new Set<string>();
    const party = await start((request, response) => {
      const { created, nonce, digest } = readToken(request.body);
      const meant = createHash('sha1').update(Buffer.from(nonce, 'base64')).update(created).update(password);
      const isFresh = !seen.has(nonce) && Buffer.from(nonce, 'base64').length === 16;
      seen.add(nonce);
      json(isFresh && meant.digest('base64') === digest ? 200 : 401, goodAnswer)(request, response);
    });
    const request = { path: '/ws', xml: soap };
    const bureau = describeBureau(party.origin, { secrets: { password: { env: 'PASSWORD' } }, request });
    const { askEvidence } = await connectSources(describeThree(bureau), { env: { PASSWORD: password } });
    expect(await askEvidence()).toMatchObject({ kind: 'answered' });
    expect(await askEvidence()).toMatchObject({ kind: 'answered' });
    expect(seen.size).toBe(2);
    expect(JSON.stringify(party.requests)).not.toContain('S3cret');
    const { created, expires } = readToken(party.requests[0]?.body ?? '');
    expect(created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(Date.parse(expires) - Date.parse(created)).toBe(300_000);
    const wrong = await connectSources(describeThree(bureau), { env: { PASSWORD: 'another' } });
    expect(await wrong.askEvidence()).toEqual(unavailable('authentication_failed'));
  });
});

describe('the moment of a request', () => {
  it('is that of our clock, in the form that the party wants, and no question depends on it', async () => {
    const party = await start(json(200, goodAnswer));
    const query = {
      a: '{now}',
      b: '{now|brazil}',
      c: '{now|epoch_seconds}',
      d: '{now|epoch_milliseconds}',
      e: '{{"at":"{now}","n":"{nonce}","cpf":"{cpf}"}}',
    };
    const clock = createManualClock({ nowMs: Date.parse('2026-11-20T01:02:03.999Z') });
    const bureau = describeBureau(party.origin, { request: { path: '/', query } });
    const { ask } = await connectSources(describeThree(bureau), { clock });
    await Promise.all([ask(), ask()]);
    // Both asked the same at the same time.
    expect(party.requests).toHaveLength(1);
    const sent = Object.fromEntries(new URLSearchParams(party.requests[0]?.url.split('?')[1]));
    expect(sent).toMatchObject({
      ...{ a: '2026-11-20T01:02:03Z', b: '2026-11-19T22:02:03-03:00' },
      ...{ c: '1795136523', d: '1795136523000' },
    });
    expect(JSON.parse(sent['e'] ?? '')).toMatchObject({ at: '2026-11-20T01:02:03Z', cpf: person.cpf });
  });
});
