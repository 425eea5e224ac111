// Single sign-on over real sockets: everything that a provider, a browser or somebody between them may bring, and nobody gets in.

import { describe, expect, test } from 'vitest';
import {
  type Claims,
  createWalker,
  passProvider,
  readClaims,
  toUnsigned,
  type Walker,
} from '../../support/console/identity-provider.ts';
import { startSso } from '../../support/console/sso.ts';

const { clock, address, provider, newLogin, start, comeBack, countSessions, admin } = await startSso();

describe('nobody gets in', () => {
  const bring = async (walker: Walker, back: string) => {
    const before = await countSessions();
    const answer = await walker.go(back);
    expect(answer.headers.getSetCookie().some((cookie) => /^confere-loopback-\d+=[\w-]/.test(cookie))).toBe(false);
    expect(await countSessions()).toBe(before);
    return answer.headers.get('location');
  };
  const change = (address: string, name: string, value: string) => {
    const url = new URL(address);
    url.searchParams.set(name, value);
    return url.href;
  };

  test('by another state than the one that this browser was sent with', async () => {
    const walker = createWalker();
    const back = await comeBack(walker, newLogin('staff'));
    expect(await bring(walker, change(back, 'state', 'x'.repeat(43)))).toBe('/console?sso=refused');
  });

  test("in somebody else's browser, nor without what the browser was given on its way", async () => {
    const back = await comeBack(createWalker(), newLogin('staff'));
    expect(await bring(createWalker(), back)).toBe('/console?sso=expired');
    const other = createWalker();
    await start(other);
    expect(await bring(other, back)).toBe('/console?sso=refused');
  });

  test('by an answer to another nonce', async () => {
    const walker = createWalker();
    const back = await passProvider(walker, change(await start(walker), 'nonce', 'another'), newLogin('staff'));
    expect(await bring(walker, back)).toBe('/console?sso=refused');
  });

  test('by a code that was used before, nor after too long a time', async () => {
    const walker = createWalker();
    const back = await comeBack(walker, newLogin('staff'));
    const kept = new Map(walker.jar.get(new URL(address).host));
    expect((await walker.go(back)).headers.get('location')).toBe('/console');
    walker.jar.set(new URL(address).host, new Map([...kept].filter(([name]) => name.includes('sso'))));
    expect(await bring(walker, back)).toBe('/console?sso=refused');
    const late = createWalker();
    const lateBack = await comeBack(late, newLogin('staff'));
    await admin();
    clock.advance(15 * 60_000);
    expect(await bring(late, lateBack)).toBe('/console?sso=expired');
  });

  test('who was refused there', async () => {
    const walker = createWalker();
    const there = await start(walker);
    const denied = new URL(`${address}/console/sso/callback?error=access_denied`);
    denied.searchParams.set('state', new URL(there).searchParams.get('state') ?? '');
    denied.searchParams.set('iss', provider.issuer);
    expect(await bring(walker, denied.href)).toBe('/console?sso=denied');
  });

  test.each<[string, (claims: Claims) => string]>([
    ['for another audience', (claims) => provider.sign({ ...claims, aud: 'another' })],
    ['of another issuer', (claims) => provider.sign({ ...claims, iss: 'https://evil.example' })],
    ['without a signature (alg: none)', (claims) => toUnsigned(claims)],
    ['signed by a key that the provider does not have', (claims) => provider.signAsStranger(claims)],
    [
      'whose groups were changed on the way',
      (claims) =>
        `${provider.sign(claims).replace(/\.[^.]+\./, `.${Buffer.from(JSON.stringify({ ...claims, groups: ['confere-admins'] })).toString('base64url')}.`)}`,
    ],
    ['that was issued in the future', (claims) => provider.sign({ ...claims, iat: (claims['iat'] as number) + 3_600 })],
    ['that is over', (claims) => provider.sign({ ...claims, iat: 1_700_000_000, exp: 1_700_000_600 })],
  ])('by a token %s', async (_what, make) => {
    const walker = createWalker();
    const back = await comeBack(walker, newLogin('staff'));
    provider.spoil = (token) => make(readClaims(token));
    try {
      expect(await bring(walker, back)).toBe('/console?sso=refused');
    } finally {
      provider.spoil = undefined;
    }
  });

  test('except where the clocks differ by some seconds', async () => {
    const walker = createWalker();
    const back = await comeBack(walker, newLogin('staff'));
    provider.spoil = (token) => {
      const claims = readClaims(token);
      const iat = (claims['iat'] as number) + 30;
      return provider.sign({ ...claims, iat, exp: iat - 60 });
    };
    try {
      expect((await walker.go(back)).headers.get('location')).toBe('/console');
    } finally {
      provider.spoil = undefined;
    }
  });
});
