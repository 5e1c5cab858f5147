import { connect, type PeerCertificate } from 'node:tls';
import type { SourceAccount } from './port.ts';

const WITHIN_MILLIS = 10_000;

/** The certificate that a server shows, valid or not; null if it shows none. Nothing is sent over this connection. */
export function readCertificate(
  address: string,
  { host, port }: SourceAccount,
): Promise<{ fingerprint: string; pem: string; subject: string; validTo: string } | null> {
  return new Promise((resolve) => {
    // Only to look at it: the connection ends before anything is said.
    const socket = connect({
      host: address,
      port,
      servername: host,
      rejectUnauthorized: false,
      timeout: WITHIN_MILLIS,
    });
    const end = (certificate: PeerCertificate | null) => {
      socket.destroy();
      if (certificate?.fingerprint256 === undefined) return resolve(null);
      const lines = certificate.raw.toString('base64').replace(/(.{64})/g, '$1\n');
      resolve({
        fingerprint: certificate.fingerprint256,
        pem: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
        subject: String(certificate.subject?.CN ?? '').slice(0, 300),
        validTo: new Date(certificate.valid_to).toISOString(),
      });
    };
    socket.on('secureConnect', () => end(socket.getPeerCertificate()));
    socket.on('timeout', () => end(null));
    socket.on('error', () => end(null));
  });
}
