import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createServer } from 'node:tls';

export type ShownCertificate = {
  port: number;
  /** Shows from now on a certificate that ends after so many days. */
  show: (days: number) => void;
  close: () => void;
};

/** A server on loopback that shows a certificate for `localhost` and says nothing. Keeps its files in `dir`. */
export async function showCertificate(dir: string, days: number): Promise<ShownCertificate> {
  const server = createServer(certificateFor(dir, days), (socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    show: (wanted) => server.setSecureContext(certificateFor(dir, wanted)),
    close: () => server.close(),
  };
}

function certificateFor(dir: string, days: number): { key: Buffer; cert: Buffer } {
  const [key, cert] = [path.join(dir, 'key.pem'), path.join(dir, 'cert.pem')];
  const what = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', String(days)];
  execFileSync('openssl', ['req', ...what, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
