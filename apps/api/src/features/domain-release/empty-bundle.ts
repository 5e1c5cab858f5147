import type { MailBackend } from '@postern/adapter-mail/port';
import type { BundleKey } from '../../db/bundle-key.ts';
import { type PublishDeps, withdrawZone } from '../dns/public.ts';
import { listReleasedOf, releaseMailboxesOf, removeFromBackend } from '../mailboxes/public.ts';

export type EmptyDeps = PublishDeps & { mail: MailBackend };

/** The sweep goes on in seconds, and a process that is told to end waits for it. */
const MAILBOXES_A_ROUND = 50;

/**
 * Takes a bundle's mailboxes with their mail, and its zone, from the servers. A round does some of it. Each step is found in the database and
 * harmless when repeated, so a crash between any two, or another process that does the same, changes nothing.
 */
export async function emptyBundle(deps: EmptyDeps, key: BundleKey): Promise<void> {
  const { db, clock, log } = deps;
  await db.asSystem((tx) => releaseMailboxesOf(tx, clock, key, MAILBOXES_A_ROUND));
  for (const gone of await db.asSystem((tx) => listReleasedOf(tx, key, MAILBOXES_A_ROUND)))
    await removeFromBackend(deps, log, gone);
  await withdrawZone(deps, key);
}
