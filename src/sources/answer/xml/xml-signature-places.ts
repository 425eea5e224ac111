// Where the signature of a document stands, found by our own strict reader before anything looks at what it says.

import { readXml } from './xml-events.ts';
import { XmlFault } from './xml-fault.ts';

export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';

export interface SignedPlaces {
  /** The identifier of the outermost element. */
  readonly rootId: string | undefined;
  /** That of the signature's own KeyInfo, which a signature may sign as well. */
  readonly keyInfoId: string | undefined;
}

/** The limit exists because canonicalization and digests cost far more than reading. Signed answers are small. */
const elementsMax = 5_000;

/** Throws XmlFault unless there is one signature, in the outermost element, and every identifier stands for one element. */
export function inspectSigned(text: string): SignedPlaces {
  const around: string[] = [];
  const ids = new Map<string, string>();
  let signatures = 0;
  let elements = 0;
  readXml(text, {
    open({ local, uri, attributes }) {
      if (++elements > elementsMax) throw new XmlFault(`it is signed, and has more than ${elementsMax} elements`);
      const isSignature = uri === signatureNamespace && local === 'Signature';
      if (isSignature && (++signatures > 1 || around.length !== 1)) {
        throw new XmlFault('it has a signature in another place than its outermost element, or several');
      }
      around.push(uri === signatureNamespace ? `ds:${local}` : local);
      for (const attribute of attributes) {
        if (!/^id$/i.test(attribute.local)) continue;
        if (ids.has(attribute.value)) throw new XmlFault('an identifier stands for two elements');
        ids.set(attribute.value, around.slice(1).join('/'));
      }
    },
    text() {},
    close() {
      around.pop();
    },
  });
  if (signatures === 0) throw new XmlFault('it is not signed');
  const idOf = (place: string): string | undefined => [...ids].find(([, each]) => each === place)?.[0];
  return { rootId: idOf(''), keyInfoId: idOf('ds:Signature/ds:KeyInfo') };
}
