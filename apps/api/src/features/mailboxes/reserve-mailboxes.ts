import type { Clock } from '../../clock.ts';
import { writeAudits } from '../../db/audit.ts';
import type { Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { newId } from '../../ids.ts';
import { findMailOrder, placesOf } from '../subscriptions/public.ts';
import { checkRoomUnder } from './check-room-for-mailbox.ts';
import { assertMay } from './mailbox-policy.ts';
import { addToMailboxCount, hasAdmin, insertMailboxes, lockBundle, registerNames } from './mailbox-repository.ts';
import { auditOfNew, toNewRow } from './new-mailbox-row.ts';

export type WantedMailbox = {
  address: string;
  displayName: string;
  alternateEmail: string | null;
  isAdmin: boolean;
  /** Null: nobody can sign in until a password is chosen by a link. */
  passwordHash: string | null;
};

/** What came of each: a mailbox that the backend is to make next, or why there is none. */
export type Reservation<W extends WantedMailbox> =
  | { wanted: W; mailboxId: string }
  | { wanted: W; refusal: PanelError };

/**
 * Reserves many mailboxes in the caller's transaction, in their order, as create-mailbox does one: under the bundle's lock as many as
 * the plan has places, each address once over all tenants, the domain's first mailbox an admin. What is reserved is made in the
 * backend and then marked ready.
 */
export async function reserveMailboxes<W extends WantedMailbox>(
  tx: Queryable,
  clock: Clock,
  context: Pick<SessionContext, 'actor' | 'requestId'>,
  wanted: readonly W[],
): Promise<Reservation<W>[]> {
  const { actor } = context;
  const { customerId, bundleId } = actor;
  assertMay(actor, 'create');
  const bundle = await lockBundle(tx, customerId, bundleId);
  if (bundle === null) throw new PanelError('BUNDLE_NOT_FOUND');
  const order = await findMailOrder(tx, customerId, bundleId);
  const reservations: Reservation<W>[] = [];
  const taken: { wanted: W; mailboxId: string; quotaMb: number }[] = [];
  let rest = wanted.map((one) => ({ wanted: one, mailboxId: newId(clock.now()) }));
  while (rest.length > 0) {
    const active = bundle.mailboxCount + taken.length;
    const room = roomFor(order, clock, active);
    if (room instanceof PanelError) {
      reservations.push(...rest.map((one) => ({ wanted: one.wanted, refusal: room })));
      break;
    }
    // An address that somebody has takes no place, so as many are tried as there are places, and then again.
    const next = rest.slice(0, room.places);
    rest = rest.slice(room.places);
    const names = next.map(({ wanted: { address }, mailboxId }) => ({
      name: address,
      kind: 'mailbox' as const,
      customerId,
      bundleId,
      targetId: mailboxId,
    }));
    const free = await registerNames(tx, names);
    for (const one of next) {
      const { address } = one.wanted;
      if (free.has(address)) taken.push({ ...one, quotaMb: room.quotaMb });
      else reservations.push({ wanted: one.wanted, refusal: new PanelError('EMAIL_EXISTS', { email: address }) });
    }
  }
  if (taken.length > 0) await write(tx, clock, context, taken);
  return [...taken.map(({ quotaMb: _, ...one }) => one), ...reservations];
}

function roomFor(order: Awaited<ReturnType<typeof findMailOrder>>, clock: Clock, active: number) {
  try {
    const { quotaMb } = checkRoomUnder(order, clock, active);
    return { quotaMb, places: order === null ? 0 : placesOf(order) - active };
  } catch (error) {
    if (error instanceof PanelError) return error;
    throw error;
  }
}

async function write(
  tx: Queryable,
  clock: Clock,
  context: Pick<SessionContext, 'actor' | 'requestId'>,
  taken: { wanted: WantedMailbox; mailboxId: string; quotaMb: number }[],
): Promise<void> {
  const { customerId, bundleId } = context.actor;
  const hasSomeAdmin = await hasAdmin(tx, customerId, bundleId);
  const createdAt = clock.now();
  const rows = taken.map(({ wanted, mailboxId, quotaMb }, place) => {
    const isAdmin = wanted.isAdmin || (place === 0 && !hasSomeAdmin);
    return toNewRow(context, { ...wanted, mailboxId, isAdmin, quotaMb, createdAt });
  });
  await insertMailboxes(tx, rows);
  await addToMailboxCount(tx, customerId, bundleId, rows.length);
  await writeAudits(
    tx,
    clock,
    rows.map((row) => auditOfNew(context, row)),
  );
}
