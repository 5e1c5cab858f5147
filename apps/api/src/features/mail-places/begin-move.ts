import { and, isNull } from 'drizzle-orm';
import { ofMailbox } from '../../db/bundle-key.ts';
import type { Database } from '../../db/client.ts';
import { CommandError } from '../../feature/command.ts';
import { findMailboxOfName } from '../bundles/public.ts';
import { readBackends } from './mail-backends.ts';
import { mailboxPlace } from './tables.ts';

/**
 * Notes that a mailbox moves to another backend. `advanceMoves` does it, in any process. Throws a CommandError if there is no such mailbox
 * or backend, or if it is there or moves already.
 */
export function beginMove({ db }: { db: Database }, address: string, to: string): Promise<{ from: string }> {
  return db.asSystem(async (tx) => {
    const key = await findMailboxOfName(tx, address);
    if (key === null) throw new CommandError('NOT_FOUND', `There is no mailbox ${address}.`);
    const backends = await readBackends(tx);
    const names = backends.map(({ name }) => name);
    const [first] = names;
    if (first === undefined || !names.includes(to))
      throw new CommandError('NOT_FOUND', `There is no backend "${to}". There are: ${names.join(', ') || 'none'}.`);
    await tx
      .insert(mailboxPlace)
      .values({ ...key, backend: first })
      .onConflictDoNothing();
    const isThis = ofMailbox(mailboxPlace, key);
    const [place] = await tx.select().from(mailboxPlace).where(isThis).for('update');
    if (place === undefined) throw new CommandError('NOT_FOUND', `There is no mailbox ${address}.`);
    const { backend: from, movingTo, movingFrom } = place;
    if (movingTo !== null) throw new CommandError('MOVES', `${address} moves from ${from} to ${movingTo} already.`);
    if (movingFrom !== null)
      throw new CommandError(
        'MOVES',
        `${address} is on ${from}, and what came to ${movingFrom} meanwhile follows. Wait for that.`,
      );
    if (from === to) throw new CommandError('ALREADY_THERE', `${address} is on ${to}.`);
    await tx
      .update(mailboxPlace)
      .set({ movingTo: to })
      .where(and(isThis, isNull(mailboxPlace.movingTo)));
    return { from };
  });
}
