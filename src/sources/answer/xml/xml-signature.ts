// XML signatures (XMLDSig), enveloped: the signature stands in the outermost element and signs all of it. Loaded only where a party has some.
//
// Many readers were deceived by a signature that is valid and signs something else than what they read. So what is handed on is the very
// text that was digested, and nothing of the document around it.

import type { KeyObject } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { XmlFault } from './xml-fault.ts';
import { inspectSigned, type SignedPlaces, signatureNamespace } from './xml-signature-places.ts';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

export interface VerifyXml {
  /** Returns the text in a document that one of the certificates signed. Throws XmlFault. */
  (text: string): string;
  readonly certificates: readonly string[];
}

/** Creates a verifier that trusts only `certificates` in PEM, even if the document brings others. */
export function createXmlVerifier(certificates: readonly string[]): VerifyXml {
  const verify = (text: string): string => {
    const places = inspectSigned(text);
    for (const certificate of certificates) {
      const signed = findSigned(text, certificate, places);
      if (signed !== undefined) return signed;
    }
    throw new XmlFault('it has no valid signature of a certificate that is trusted');
  };
  return Object.assign(verify, { certificates });
}

function findSigned(text: string, certificate: string, places: SignedPlaces): string | undefined {
  const verifier = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
  verifier.SignatureAlgorithms = pick(verifier.SignatureAlgorithms, [rsaSha256]);
  verifier.HashAlgorithms = pick(verifier.HashAlgorithms, [sha256]);
  verifier.CanonicalizationAlgorithms = pick(verifier.CanonicalizationAlgorithms, [exclusive, enveloped]);
  try {
    verifier.loadSignature(findSignature(text));
    if (!verifier.checkSignature(text)) return undefined;
  } catch {
    // It throws on what is wrong, and its messages quote the document.
    return undefined;
  }
  const references = verifier.getReferences();
  const ofDocument = references.filter(({ uri }) => uri === '' || uri === `#${places.rootId}`);
  const ofKey = references.filter(({ uri }) => places.keyInfoId !== undefined && uri === `#${places.keyInfoId}`);
  const isWhole = ofDocument.length === 1 && ofDocument.length + ofKey.length === references.length && ofKey.length < 2;
  const [whole] = ofDocument;
  if (!isWhole || whole?.transforms[0] !== enveloped) return undefined;
  return whole.signedReference;
}

function pick<Value>(all: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(names.map((name) => [name, all[name] as Value]));
}

/** The only one: `inspectSigned` has made sure of that. */
function findSignature(text: string): Node {
  const fail = (): never => {
    throw new XmlFault('it is not well-formed');
  };
  const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } });
  const document = parser.parseFromString(text, 'text/xml');
  return document.getElementsByTagNameNS(signatureNamespace, 'Signature')[0] ?? fail();
}

/** Signs a document as a whole, by RSA with SHA-256. */
export function createXmlSigner({
  key,
  certificate,
}: {
  key: KeyObject;
  certificate: string;
}): (text: string) => string {
  return (text) => {
    const signer = new SignedXml({
      privateKey: key,
      publicCert: certificate,
      signatureAlgorithm: rsaSha256,
      canonicalizationAlgorithm: exclusive,
    });
    signer.addReference({
      xpath: '/*',
      isEmptyUri: true,
      digestAlgorithm: sha256,
      transforms: [enveloped, exclusive],
    });
    signer.computeSignature(text);
    return signer.getSignedXml();
  };
}
