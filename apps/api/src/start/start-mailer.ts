import path from 'node:path';
import type { Mailer } from '@postern/adapter-mailer/port';
import type { Config } from '../config/config.ts';
import type { Outbox } from '../evaluation/outbox-pages.ts';
import { mailerOnDemand } from './mailer-on-demand.ts';

/** The operator's mail server, or a folder whose mail evaluation mode shows. */
export function startMailer(config: Config): { mailer: Mailer; outbox: Outbox | null } {
  const { mailerUrl: url } = config;
  if (url !== null) {
    const load = async () => (await import('@postern/adapter-mailer/smtp')).smtpMailer({ url });
    return { mailer: mailerOnDemand(load), outbox: null };
  }
  const dir = path.join(config.dataDir, 'outbox');
  const folder = () => import('@postern/adapter-mailer/outbox-folder');
  return {
    mailer: mailerOnDemand(async () => (await folder()).outboxFolderMailer({ dir })),
    outbox: {
      list: async () => (await folder()).listOutbox(dir),
      read: async (name) => (await folder()).readOutboxMessage(dir, name),
    },
  };
}
