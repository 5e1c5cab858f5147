import type { DovecotBackend } from '@postern/adapter-mail/port';
import { asc, eq } from 'drizzle-orm';
import type { Database, Queryable } from '../../db/client.ts';
import { mailBackend, mailboxPlace } from './tables.ts';

export type BackendRow = typeof mailBackend.$inferSelect;

/** All backends, the first one first. */
export const readBackends = (tx: Queryable): Promise<BackendRow[]> =>
  tx.select().from(mailBackend).orderBy(asc(mailBackend.addedAt), asc(mailBackend.name));

/** What the mail port asks: the backends, and where a mailbox is. `only` is the one of the settings, if none was added. */
export const mailPlaces = (db: Database, only: Pick<DovecotBackend, 'url' | 'storeDir' | 'imap'>) => ({
  list: async (): Promise<DovecotBackend[]> => {
    const rows = await db.asSystem(readBackends);
    if (rows.length === 0) return [{ ...only, name: 'the only one', copyTo: null }];
    return rows.map(({ name, doveadmUrl, storeDir, host, imapPort, copyPort }) => ({
      ...{ name, url: doveadmUrl, storeDir: storeDir ?? only.storeDir },
      imap: { host, port: imapPort },
      copyTo: `tcp:${host}:${copyPort}`,
    }));
  },
  /** Null: the first one. */
  placeOf: async (mailboxId: string): Promise<string | null> => {
    const [place] = await db.asSystem((tx) =>
      tx.select({ backend: mailboxPlace.backend }).from(mailboxPlace).where(eq(mailboxPlace.mailboxId, mailboxId)),
    );
    return place?.backend ?? null;
  },
});
