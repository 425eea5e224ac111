import { createHash, createPrivateKey, createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { createXmlFormat } from './xml-body.ts';
import { createXmlSigner, createXmlVerifier } from './xml-signature.ts';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

const folder = join(import.meta.dirname, '../../../../test/support/certificates');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const toSigner = (name: string) =>
  createXmlSigner({ key: createPrivateKey(read(`signers/${name}.key`)), certificate: read(`signers/${name}.pem`) });
const sign = toSigner('signer');
const { parse } = createXmlFormat({ lists: [], verify: createXmlVerifier([read('signers/signer.pem')]) });
const treeOf = (text: string): unknown => {
  const body = parse(Buffer.from(text), undefined);
  return body.kind === 'tree' ? body.sent : body.kind;
};

const document = '<answer xmlns="urn:dict"><cpf>12345678909</cpf><score>742</score></answer>';
const signed = sign(document);
const tree = { answer: { cpf: '12345678909', score: '742' } };
const signature = /<Signature.*<\/Signature>/s.exec(signed)?.[0] ?? '';
const forgery = document.replace('742', '999');
const digestOf = (text: string) => /<DigestValue>([^<]*)/.exec(sign(text))?.[1];
const edit = (from: string | RegExp, to: string) => {
  const edited = signed.replace(from, () => to);
  expect(edited).not.toBe(signed);
  return edited;
};

describe('a signed answer', () => {
  it('is what was signed, without the signature', () => {
    expect(treeOf(signed)).toEqual(tree);
    expect(treeOf(`<?xml version="1.0" encoding="UTF-8"?>\n${signed}\n`)).toEqual(tree);
  });

  it('is believed of any of the certificates, as one follows another', () => {
    const verify = createXmlVerifier([read('signers/other-signer.pem'), read('signers/signer.pem')]);
    expect(createXmlFormat({ lists: [], verify }).parse(Buffer.from(signed), undefined)).toMatchObject({ sent: tree });
  });

  it('may name its outermost element by an identifier', () => {
    const named = sign('<answer Id="a1" xmlns="urn:dict"><cpf>1</cpf></answer>');
    expect(treeOf(named)).toEqual({ answer: { '@Id': 'a1', cpf: '1' } });
  });

  it('is refused for its namespaces before its signature is looked at, which leaves out those that nothing uses', () => {
    const declared = (count: number) => Array.from({ length: count }, (_, n) => `xmlns:n${n}="u"`).join(' ');
    const signWith = (count: number) => sign(`<answer ${declared(count)}><cpf>1</cpf></answer>`);
    // The signature declares one of its own.
    expect(treeOf(signWith(1023))).toEqual({ answer: { cpf: '1' } });
    expect(treeOf(signWith(1024))).toBe('unreadable');
  });

  it.each([
    ['no signature', document],
    ['its signature taken out', edit(signature, '')],
    ['a changed value', edit('742', '999')],
    ['an element more', edit('<cpf>', '<score>999</score><cpf>')],
    ['an element beside the signature', edit('<Signature', '<score>999</score><Signature')],
    ['an attribute more', edit('<cpf>', '<cpf a="1">')],
    ['another namespace', edit('urn:dict', 'urn:evil')],
    ['a signature of somebody else', toSigner('other-signer')(document)],
    ['a changed digest', edit(/<DigestValue>..../, '<DigestValue>AAAA')],
    ['a changed signature value', edit(/<SignatureValue>..../, '<SignatureValue>AAAA')],
    [
      'the digest of a forgery in a comment',
      edit('742', '999').replace('<DigestValue>', `<DigestValue><!--${digestOf(forgery)}-->`),
    ],
    ['two signatures', edit(signature, signature + signature)],
    ['two lists of what is signed', edit('</SignedInfo>', '</SignedInfo><SignedInfo></SignedInfo>')],
    ['a document around it', `<answer xmlns="urn:dict"><cpf>1</cpf>${signed}</answer>`],
    [
      'its signature in a document around it',
      `<answer xmlns="urn:dict"><cpf>1</cpf><x>${signed}</x>${signature}</answer>`,
    ],
    [
      'the signed document inside its signature',
      edit('</Signature>', `<Object>${document}</Object></Signature>`).replace('742', '999'),
    ],
    [
      'the signature deeper inside',
      `<answer xmlns="urn:dict"><x>${document.slice(0, -9)}${signature}</answer></x></answer>`,
    ],
    ['a document type', `<!DOCTYPE answer>${signed}`],
    [
      'a key that it brings along',
      toSigner('other-signer')(document).replace(
        /<X509Certificate>[^<]*/,
        `<X509Certificate>${read('signers/other-signer.pem').replace(/-----[^-]+-----|\s/g, '')}`,
      ),
    ],
    ['more than 5,000 elements', sign(`<answer>${'<a/>'.repeat(5000)}</answer>`)],
  ])('with %s is refused', (_, text) => {
    expect(treeOf(text)).toBe('unreadable');
  });

  it('with an identifier that stands for two elements is refused', () => {
    const named = sign('<answer Id="a1" xmlns="urn:dict"><cpf>1</cpf></answer>');
    expect(treeOf(named.replace('<cpf>', '<cpf ID="a1">'))).toBe('unreadable');
    expect(treeOf(named.replace('<Signature ', '<Signature id="a1" '))).toBe('unreadable');
  });

  it('says what was signed, whatever comments somebody put into it', () => {
    for (const commented of [edit('742', '7<!-- -->42'), edit('742', '<!-- 9 -->742'), edit('742', '742<!-- 9 -->')]) {
      expect(treeOf(commented)).toEqual(tree);
    }
  });

  const wrapped = '<answer><score>999</score><part Id="p1"><score>742</score></part></answer>';
  const ofPart = { xpath: "//*[local-name(.)='part']", digestAlgorithm: sha256, transforms: [exclusive] };
  const ofWhole = { xpath: '/*', isEmptyUri: true, digestAlgorithm: sha256, transforms: [enveloped, exclusive] };

  it.each([
    ['only a part of it is signed', wrapped, [ofPart]],
    ['a part of it is signed beside the whole', wrapped, [ofWhole, ofPart]],
    ['it is signed without leaving the signature out', document, [{ ...ofWhole, transforms: [exclusive] }]],
    ['its digest is SHA-1', document, [{ ...ofWhole, digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }]],
    ['it is canonicalized with what stands around it', document, [{ ...ofWhole, transforms: [enveloped, inclusive] }]],
  ])('is refused where %s, although the signature is valid', (_, text, references) => {
    expect(treeOf(signWith(text, references))).toBe('unreadable');
    expect(treeOf(signWith(text, [ofWhole]))).not.toBe('unreadable');
  });

  it('is refused where a valid signature is by RSA with SHA-1, or stands deeper inside', () => {
    const sha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
    expect(treeOf(signWith(document, [ofWhole], { algorithm: sha1 }))).toBe('unreadable');
    expect(treeOf(signWith(wrapped, [ofWhole], { within: "//*[local-name(.)='part']" }))).toBe('unreadable');
  });

  it('may sign its own KeyInfo as well, as the central bank does in the DICT', () => {
    expect(treeOf(signAsDict(document))).toEqual(tree);
    expect(treeOf(signAsDict(document).replace('742', '999'))).toBe('unreadable');
    expect(treeOf(signAsDict(document).replace('CN=signer', 'CN=other'))).toBe('unreadable');
  });
});

function signWith(
  text: string,
  references: readonly Parameters<SignedXml['addReference']>[0][],
  { algorithm = rsaSha256, within = '/*' } = {},
): string {
  const signer = new SignedXml({
    privateKey: read('signers/signer.key'),
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: exclusive,
  });
  for (const reference of references) signer.addReference(reference);
  signer.computeSignature(text, { location: { reference: within, action: 'append' } });
  return signer.getSignedXml();
}

/** Writes the canonical form by hand and shares no code with the verifier. */
function signAsDict(text: string): string {
  const ds = 'xmlns="http://www.w3.org/2000/09/xmldsig#"';
  const hash = (each: string) => createHash('sha256').update(each).digest('base64');
  const toReference = (uri: string, transforms: readonly string[], digest: string) =>
    `<Reference URI="${uri}"><Transforms>${transforms.map((each) => `<Transform Algorithm="${each}"></Transform>`).join('')}</Transforms>` +
    `<DigestMethod Algorithm="${sha256}"></DigestMethod><DigestValue>${digest}</DigestValue></Reference>`;
  const keyInfo =
    '<X509Data><X509IssuerSerial><X509IssuerName>CN=signer</X509IssuerName></X509IssuerSerial></X509Data></KeyInfo>';
  const signedInfo =
    `<CanonicalizationMethod Algorithm="${exclusive}"></CanonicalizationMethod><SignatureMethod Algorithm="${rsaSha256}"></SignatureMethod>` +
    toReference('#key-info-id', [exclusive], hash(`<KeyInfo ${ds} Id="key-info-id">${keyInfo}`)) +
    `${toReference('', [enveloped, exclusive], hash(text))}</SignedInfo>`;
  const value = createSign('RSA-SHA256')
    .update(`<SignedInfo ${ds}>${signedInfo}`)
    .sign(read('signers/signer.key'), 'base64');
  const signature = `<Signature ${ds}><SignedInfo>${signedInfo}<SignatureValue>${value}</SignatureValue><KeyInfo Id="key-info-id">${keyInfo}</Signature>`;
  return text.replace('</answer>', `${signature}</answer>`);
}
