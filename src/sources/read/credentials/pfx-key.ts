// Takes the private key out of a PKCS#12 file. TLS needs it not, since OpenSSL opens the file itself; who signs has to see the key.

import { createPrivateKey } from 'node:crypto';

/** Returns the key in PEM. Rejects if the file holds none or uses an encryption that only OpenSSL reads. The error says nothing about the key. */
export async function readPfxKey(pfx: Buffer, passphrase = ''): Promise<string> {
  // Loaded with the first file: most descriptions name none.
  const { PFX, PKCS8ShroudedKeyBag, PrivateKeyInfo } = await import('pkijs');
  const password = new TextEncoder().encode(passphrase).buffer;
  const parsed = PFX.fromBER(Uint8Array.from(pfx));
  // OpenSSL has proved the integrity of the file before.
  await parsed.parseInternalValues({ password, checkIntegrity: false });
  const safe = parsed.parsedValue?.authenticatedSafe;
  if (safe === undefined) throw new Error('nothing inside');
  await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password })) });
  const contents: readonly SafeContents[] = safe.parsedValue.safeContents;
  for (const { bagValue } of contents.flatMap(({ value }) => value.safeBags)) {
    if (bagValue instanceof PrivateKeyInfo) return toPem(bagValue.toSchema().toBER());
    if (!(bagValue instanceof PKCS8ShroudedKeyBag)) continue;
    await bagValue['parseInternalValues']({ password });
    if (bagValue.parsedValue !== undefined) return toPem(bagValue.parsedValue.toSchema().toBER());
  }
  throw new Error('no key inside');
}

/** pkijs leaves it untyped. */
interface SafeContents {
  readonly value: { readonly safeBags: readonly { readonly bagValue: unknown }[] };
}

function toPem(der: ArrayBuffer): string {
  const key = createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' });
  return String(key.export({ type: 'pkcs8', format: 'pem' }));
}
