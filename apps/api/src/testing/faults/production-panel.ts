import path from 'node:path';
import { type Server, startServer } from '../start-server.ts';
import { showCertificate } from './shown-certificate.ts';

export type ProductionPanel = {
  port: number;
  /** Its visitors see another certificate, which the panel notices at its next start or within ten minutes: it is started again. */
  renewCertificate: (days: number) => Promise<void>;
  end: () => Promise<void>;
};

type Wish = { dir: string; databaseUrl: string; mailPort: number };

/** A panel in production whose visitors see a certificate that ends in 90 days. */
export async function startProductionPanel({ dir, databaseUrl, mailPort }: Wish): Promise<ProductionPanel> {
  const shown = await showCertificate(dir, 90);
  const wish = {
    dataDir: path.join(dir, 'production'),
    databaseUrl,
    env: {
      POSTERN_MODE: 'production',
      POSTERN_REHEARSAL: 'true',
      POSTERN_PUBLIC_URL: `https://localhost:${shown.port}`,
      POSTERN_MAIL_HOSTNAME: 'mail.localhost',
      POSTERN_TRUST_PROXY: 'true',
      POSTERN_MAILER_URL: `smtp://127.0.0.1:${mailPort}`,
      POSTERN_MAILER_FROM: 'no-reply@panel.test',
      POSTERN_CARD_PAYMENTS: 'off',
      POSTERN_DNS_SERVERS: '127.0.0.1:9',
      POSTERN_METRICS: 'on',
    },
  };
  let server: Server = await startServer(wish);
  const { port } = server;
  return {
    port,
    renewCertificate: async (days) => {
      shown.show(days);
      await server.end('SIGTERM');
      server = await startServer({ ...wish, port });
    },
    end: async () => {
      await server.end('SIGTERM');
      shown.close();
    },
  };
}
