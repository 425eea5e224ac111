// A real time stamp authority: `openssl ts` behind a small HTTP server, with certificates that are made for the occasion.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { listen } from '../free-port.ts';
import { findOpenssl } from '../machine.ts';

export interface TimeStampAuthority {
  readonly url: string;
  /** The PEM file of who vouches for it. */
  readonly ca: string;
  /** What it answers in place of a time stamp; undefined answers with one. */
  mischief: (() => { readonly status: number; readonly body: Buffer }) | undefined;
  /** The words of `openssl ts -verify` about a token and the text that it is about. */
  check(token: Buffer, text: string): string;
  /** What a token says, signed by a certificate of the same CA that is made for web servers. */
  signForAnotherPurpose(token: Buffer): Buffer;
}

const settings = (folder: string) => `[ tsa ]
default_tsa = tsa_config
[ tsa_config ]
serial = ${folder}/serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ordering = yes
tsa_name = no
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

export async function startTimeStampAuthority(folder: string): Promise<TimeStampAuthority> {
  mkdirSync(folder, { recursive: true });
  const at = (name: string) => join(folder, name);
  const openssl = (...given: string[]) =>
    execFileSync(findOpenssl() ?? '', given, { stdio: ['ignore', 'pipe', 'pipe'] });
  writeFileSync(at('serial'), '01\n');
  writeFileSync(at('ts.cnf'), settings(folder));
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...key, '-days', '30', '-subj', '/CN=Test CA', '-keyout', at('ca.key'), '-out', at('ca.pem'));
  const issue = (name: string, purpose: string) => {
    writeFileSync(at(`${name}.cnf`), `extendedKeyUsage = ${purpose}\nbasicConstraints = CA:FALSE\n`);
    openssl('req', ...key, '-subj', `/CN=${name}`, '-keyout', at(`${name}.key`), '-out', at(`${name}.csr`));
    const issuer = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '30'];
    const extensions = ['-extfile', at(`${name}.cnf`)];
    openssl('x509', '-req', '-in', at(`${name}.csr`), ...issuer, ...extensions, '-out', at(`${name}.pem`));
  };
  issue('tsa', 'critical,timeStamping');
  issue('web', 'serverAuth');
  const authority: TimeStampAuthority = {
    url: '',
    ca: at('ca.pem'),
    mischief: undefined,
    check(token, text) {
      writeFileSync(at('token.der'), token);
      writeFileSync(at('text'), text);
      const given = ['-in', at('token.der'), '-token_in', '-data', at('text'), '-CAfile', at('ca.pem')];
      return openssl('ts', '-verify', ...given).toString();
    },
    signForAnotherPurpose(token) {
      writeFileSync(at('token.der'), token);
      openssl('cms', '-verify', '-noverify', '-inform', 'DER', '-in', at('token.der'), '-out', at('content.der'));
      const content = ['-nodetach', '-binary', '-econtent_type', '1.2.840.113549.1.9.16.1.4', '-in', at('content.der')];
      const signer = ['-signer', at('web.pem'), '-inkey', at('web.key')];
      openssl('cms', '-sign', ...content, ...signer, '-outform', 'DER', '-out', at('forged.der'));
      return readFileSync(at('forged.der'));
    },
  };
  const stamp = (request: Buffer): Buffer => {
    writeFileSync(at('request.tsq'), request);
    const signer = ['-signer', at('tsa.pem'), '-inkey', at('tsa.key'), '-chain', at('ca.pem')];
    openssl(
      'ts',
      '-reply',
      '-config',
      at('ts.cnf'),
      '-queryfile',
      at('request.tsq'),
      ...signer,
      '-out',
      at('reply.tsr'),
    );
    return readFileSync(at('reply.tsr'));
  };
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = Buffer.concat(chunks);
    const { status, body } = authority.mischief?.() ?? { status: 200, body: stamp(asked) };
    response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body);
  });
  const { origin, close } = await listen(http);
  onTestFinished(close);
  return Object.assign(authority, { url: `${origin}/tsr` });
}
