import type { LiveEventName, MailChange } from '@postern/contract/live';
import type { Clock } from '../runtime/clock.ts';
import { newId } from '../runtime/ids.ts';
import { insertInto } from './built-once.ts';
import type { Queryable } from './client.ts';
import { liveEvent } from './tables.ts';

const insertEvents = insertInto(liveEvent, ['writtenBy']);

export type LiveChange = {
  customerId: string;
  bundleId: string;
  /** The mailbox whose owner is notified too, besides admins and support. */
  mailboxId?: string | null;
} & (
  | ({ event: 'mailboxes' } & Omit<MailChange, 'account'>)
  // The entity is sent as given here to everyone who may read the bundle, so it must not have secrets.
  | { event: Exclude<LiveEventName, 'mailboxes' | 'reload'>; entity: Record<string, unknown> }
);

/** Notifies open panels of a change, in its transaction: they are told if, and only if, it commits. */
export const publishLive = (tx: Queryable, clock: Clock, change: LiveChange): Promise<void> =>
  publishLives(tx, clock, [change]);

/**
 * The same for several changes, at least one.
 * @internal
 */
export async function publishLives(tx: Queryable, clock: Clock, changes: LiveChange[]): Promise<void> {
  const at = clock.now();
  await insertEvents(
    tx,
    changes.map((one) => ({
      customerId: one.customerId,
      bundleId: one.bundleId,
      eventId: newId(at),
      event: one.event,
      mailboxId: one.mailboxId ?? null,
      data: one.event === 'mailboxes' ? { what: one.what, change: one.change, email: one.email } : one.entity,
      at,
    })),
  );
}
