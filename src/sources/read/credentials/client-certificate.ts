// When the certificate that we show a party begins and ends, whatever file it came in.

import { Duplex } from 'node:stream';
import { type SecureContext, TLSSocket } from 'node:tls';

export interface ClientCertificate {
  readonly startsMs: number;
  readonly endsMs: number;
}

/** Node reads PKCS#12 only on the way to a connection, so the certificate is asked of one that goes nowhere. */
export function readClientCertificate(secureContext: SecureContext): ClientCertificate | null {
  const nowhere = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const socket = new TLSSocket(nowhere, { isServer: true, secureContext });
  try {
    const certificate = socket.getX509Certificate();
    if (certificate === undefined) return null;
    return { startsMs: Date.parse(certificate.validFrom), endsMs: Date.parse(certificate.validTo) };
  } finally {
    socket.destroy();
  }
}
