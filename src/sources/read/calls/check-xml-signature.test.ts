import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { XmlSignatureDescription } from '../../schema/credentials/xml-signature.ts';
import type { PartyDescription } from '../../schema/party.ts';
import type { CheckContext } from '../check-context.ts';
import { checkXmlSignatures } from './check-xml-signature.ts';

const folder = join(import.meta.dirname, '../../../../test/support/certificates');
const at = (file: string) => join(folder, file);

const path = '/';
const plain = { request: { path } };

async function check(xml_signature: XmlSignatureDescription, requests: object = { request: { path, xml: '<q/>' } }) {
  const faults: string[] = [];
  const context = {
    findVariable: () => 'not-it',
    followSecrets: true,
    fault: (path: readonly string[], problem: string) => faults.push(`${path.join('.')}: ${problem}`),
  } as unknown as CheckContext;
  const party = { ...plain, response: requests === plain ? 'json' : 'xml', ...requests, xml_signature };
  return { faults, signatures: await checkXmlSignatures(party as unknown as PartyDescription, context) };
}

const whole = { cert_file: at('signers/signer.pem'), key_file: at('signers/signer.key') };

describe('the signatures of a party', () => {
  it('are ready where certificate and key fit', async () => {
    const { faults, signatures } = await check({ verify: { cert_file: at('signers/signer.pem') }, sign: whole });
    expect(faults).toEqual([]);
    expect(signatures.verify?.(signatures.sign?.('<q><a>1</a></q>') ?? '')).toBe('<q><a>1</a></q>');
  });

  it.each<[XmlSignatureDescription, string]>([
    [{ verify: { cert_file: at('nobody.pem') } }, `verify.cert_file: the file ${at('nobody.pem')} does not exist`],
    [{ verify: { cert_file: at('signers/signer.key') } }, 'holds no certificate (PEM)'],
    [{ verify: { cert_file: at('ca.pem') } }, 'verify.cert_file: a certificate in it has no RSA key'],
    [
      { sign: { ...whole, key_file: at('signers/other-signer.key') } },
      'sign.key_file: the key is not that of the certificate',
    ],
    [{ sign: { ...whole, key_file: at('signers/signer.pem') } }, 'holds no key (PEM), or its passphrase is another'],
    [
      { sign: { ...whole, key_file: at('client-encrypted.key'), key_passphrase: { env: 'PASSPHRASE' } } },
      'holds no key (PEM), or its passphrase is another',
    ],
  ])('are faulty with %o', async (described, problem) => {
    expect((await check(described)).faults).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    ['the poll', { async: { poll: { request: { path, xml: '<q/>' } } } }],
    ['an earlier call', { calls: [{ request: { path, xml: '<q/>' } }] }],
  ])('are ready where only %s is XML', async (_which, requests) => {
    const { faults, signatures } = await check({ sign: whole }, requests);
    expect([faults, typeof signatures.sign]).toEqual([[], 'function']);
  });

  it('are ready where only the answer of an earlier call is XML', async () => {
    const calls = [{ ...plain, response: { xml: { lists: [] } } }];
    const { faults, signatures } = await check(
      { verify: { cert_file: at('signers/signer.pem') } },
      { calls, response: 'json' },
    );
    expect([faults, typeof signatures.verify]).toEqual([[], 'function']);
  });

  it('need XML to stand in', async () => {
    const { faults } = await check({ verify: { cert_file: at('signers/signer.pem') }, sign: whole }, plain);
    expect(faults).toEqual([
      expect.stringContaining('verify: the answers are not XML'),
      expect.stringContaining('sign: no request has xml'),
    ]);
  });
});
