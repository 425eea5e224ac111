import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { describeBureau } from '../../../../test/support/parties/described-sources.ts';
import { formatFaults, readSources } from '../read-sources.ts';

const certificates = join(import.meta.dirname, '../../../../test/support/certificates');
const at = (name: string) => join(certificates, name);
const passphrase = { file: at('passphrase.txt') };
const now = Date.parse('2026-11-15T12:00:00Z');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'confere-tls-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function read(tls: object, options: { nowMs?: number; outOfTime?: 'fault' | 'warning'; env?: string } = {}) {
  const { nowMs = now, outOfTime = 'fault', env } = options;
  const file = join(folder, 'confere.yaml');
  writeFileSync(file, stringify({ sources: { bureau_a: describeBureau('https://bureau.example', { tls }) } }));
  const line =
    readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((each) => /^ {4}tls:/.test(each)) + 1;
  const reading = await readSources({ file, findVariable: () => env, certificates: { nowMs, outOfTime } });
  return { reading, tlsLine: line };
}

async function faultsOf(...args: Parameters<typeof read>): Promise<string[]> {
  const { reading } = await read(...args);
  return reading.kind === 'invalid' ? formatFaults(reading.faults) : [];
}

describe('a certificate as PKCS#12', () => {
  it('is opened by its passphrase, and its last day is known', async () => {
    const { reading } = await read({ pfx: { file: at('a1/a1.p12') }, passphrase });
    expect(reading.kind === 'valid' && reading.sources.people[0]).toMatchObject({
      clientCertificate: { startsMs: Date.parse('2026-01-01T00:00:00Z'), endsMs: Date.parse('2126-01-01T00:00:00Z') },
      tls: { pfx: readFileSync(at('a1/a1.p12')), passphrase: 'synthetic' },
    });
  });

  it.each([
    ['a wrong passphrase', 'a1/a1.p12', { env: 'WRONG' }, /tls\.passphrase: it does not open the file \S+a1\.p12$/],
    ['a missing passphrase', 'a1/a1.p12', undefined, /tls\.pfx: .* has a passphrase: name it in passphrase$/],
    [
      'an old encryption',
      'a1/a1-legacy.p12',
      passphrase,
      /tls\.pfx: .* old method .* openssl pkcs12 -legacy -in \S+a1-legacy\.p12 /,
    ],
    ['no key inside', 'a1/a1-without-key.p12', passphrase, /tls\.pfx: .* holds no private key: export/],
    [
      'no certificate inside',
      'a1/a1-without-certificate.p12',
      passphrase,
      /tls\.pfx: .* holds no certificate of its own/,
    ],
    ['PEM inside', 'client.pem', passphrase, /tls\.pfx: .* is PEM: name it in cert_file and key_file$/],
    ['something else inside', 'README.md', passphrase, /tls\.pfx: .* is no PKCS#12, or was not copied whole$/],
    ['nothing there', 'absent.p12', passphrase, /tls\.pfx: the file \S+absent\.p12 does not exist$/],
  ])('with %s is a fault with its line that says what to do', async (_what, name, reference, fault) => {
    const tls = { pfx: { file: at(name) }, ...(reference === undefined ? {} : { passphrase: reference }) };
    const { reading, tlsLine } = await read(tls, { env: 'S3CRET-VALUE' });
    const faults = reading.kind === 'invalid' ? reading.faults : [];
    expect(formatFaults(faults)).toEqual([expect.stringMatching(fault)]);
    const isPassphrase = faults[0]?.key.endsWith('passphrase');
    expect(faults[0]?.line).toBe(tlsLine + (isPassphrase ? 3 : 1));
    expect(formatFaults(faults).join()).not.toContain('S3CRET-VALUE');
  });

  it('that was copied in half is a fault', async () => {
    writeFileSync(join(folder, 'half.pfx'), readFileSync(at('a1/a1.p12')).subarray(0, 700));
    expect(await faultsOf({ pfx: { file: './half.pfx' }, passphrase })).toEqual([expect.stringMatching(/no PKCS#12/)]);
  });

  it('is named relative to the file, and not mixed with PEM', async () => {
    copyFileSync(at('a1/a1.p12'), join(folder, 'own.pfx'));
    expect(await faultsOf({ pfx: { file: './own.pfx' }, passphrase })).toEqual([]);
    const pem = { cert_file: at('client.pem'), key_file: at('client.key') };
    expect((await faultsOf({ ...pem, pfx: { file: './own.pfx' }, passphrase })).join()).toMatch(/keep one of both/);
    expect((await faultsOf({ ...pem, passphrase })).join()).toMatch(/for key_file write key_passphrase/);
    expect((await faultsOf({ pfx: { file: './own.pfx' }, key_passphrase: passphrase })).join()).toMatch(
      /for pfx write passphrase/,
    );
  });
});

describe('the time of our certificate', () => {
  const kinds = [
    ['tls.pfx', { pfx: { file: at('a1/a1.p12') }, passphrase }, '2026-01-01', '2126-01-01'],
    ['tls.cert_file', { cert_file: at('expired.pem'), key_file: at('expired.key') }, null, '2021-01-01'],
  ] as const;

  it.each(kinds)('of %s is held against the clock where somebody checks', async (key, tls, starts, ends) => {
    const ended = { nowMs: Date.parse(`${ends}T00:00:00Z`) };
    const fault = expect.stringMatching(`${key}: our certificate ended on ${ends}: have it renewed`);
    expect(await faultsOf(tls, ended)).toEqual([fault]);
    if (starts === null) return;
    const early = { nowMs: Date.parse(`${starts}T00:00:00Z`) - 1 };
    expect(await faultsOf(tls, early)).toEqual([
      expect.stringMatching(`${key}: our certificate is not valid before ${starts}`),
    ]);
    expect(await faultsOf(tls, { nowMs: Date.parse(`${ends}T00:00:00Z`) - 1 })).toEqual([]);
  });

  it('is a warning to a service: what has ended must not keep the other sources from starting', async () => {
    const [, tls] = kinds[0];
    const { reading } = await read(tls, { nowMs: Date.parse('2126-01-01T00:00:00Z'), outOfTime: 'warning' });
    expect(reading.kind === 'valid' && formatFaults(reading.sources.warnings)).toEqual([
      expect.stringMatching(/bureau_a\.tls\.pfx: our certificate ended on 2126-01-01/),
    ]);
  });
});
