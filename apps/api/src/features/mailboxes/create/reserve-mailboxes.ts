import { mayWithMailboxes } from '@postern/domain/mailboxes';
import { writeAudits } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { assertMay } from '../../../http/assert-may.ts';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { newId } from '../../../runtime/ids.ts';
import { addToMailboxCount, lockBundle, registerNames } from '../../bundles/public.ts';
import { findMailOrder, placesOf } from '../../subscriptions/public.ts';
import { hasAdmin, insertMailboxes } from '../mailbox-repository.ts';
import { roomForMailbox } from './check-room-for-mailbox.ts';
import { auditOfNew, toNewRow } from './new-mailbox-row.ts';

export type WantedMailbox = {
  address: string;
  displayName: string;
  alternateEmail: string | null;
  isAdmin: boolean;
  /** Null: nobody can sign in until a password is chosen by a link. */
  passwordHash: string | null;
};

/** The result for each: a mailbox to create in the backend next, or the reason why not. */
export type Reservation<W extends WantedMailbox> =
  | { wanted: W; mailboxId: string }
  | { wanted: W; refusal: PanelError };

/**
 * Reserves many mailboxes in the caller's transaction, in order, as create-mailbox does for one: under the bundle's lock, up to the plan's
 * limit, each address once across all tenants, and the domain's first mailbox as an admin. The caller then creates them in the backend and
 * marks them ready.
 */
export async function reserveMailboxes<W extends WantedMailbox>(
  tx: Queryable,
  clock: Clock,
  context: Pick<SessionContext, 'actor' | 'requestId'>,
  wanted: readonly W[],
): Promise<Reservation<W>[]> {
  const { actor } = context;
  const { customerId, bundleId } = actor;
  assertMay(mayWithMailboxes(actor.role, 'create'));
  const bundle = await lockBundle(tx, { customerId, bundleId });
  if (bundle === null) throw new PanelError('BUNDLE_NOT_FOUND');
  const order = await findMailOrder(tx, { customerId, bundleId });
  const reservations: Reservation<W>[] = [];
  const taken: { wanted: W; mailboxId: string; quotaMb: number }[] = [];
  const isOurs = ({ address }: W) => address.slice(address.lastIndexOf('@') + 1) === bundle.domainName;
  for (const one of wanted) if (!isOurs(one)) reservations.push({ wanted: one, refusal: otherDomain(one.address) });
  let rest = wanted.filter(isOurs).map((one) => ({ wanted: one, mailboxId: newId(clock.now()) }));
  while (rest.length > 0) {
    const active = bundle.mailboxCount + taken.length;
    const room = roomForMailbox(order, clock, active);
    if (!room.ok) {
      const refusal = new PanelError(room.code, room.attrs);
      reservations.push(...rest.map(({ wanted: one }) => ({ wanted: one, refusal })));
      break;
    }
    const places = order === null ? 0 : placesOf(order) - active;
    // A taken address doesn't count towards the limit, so try as many as the plan has left, and repeat.
    const next = rest.slice(0, places);
    rest = rest.slice(places);
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

/** The domain has changed since the address was checked. */
const otherDomain = (address: string) =>
  invalid([{ path: 'email', code: 'OTHER_DOMAIN', message: `${address} belongs to another domain.` }]);

async function write(
  tx: Queryable,
  clock: Clock,
  context: Pick<SessionContext, 'actor' | 'requestId'>,
  taken: { wanted: WantedMailbox; mailboxId: string; quotaMb: number }[],
): Promise<void> {
  const { customerId, bundleId } = context.actor;
  const hasSomeAdmin = await hasAdmin(tx, { customerId, bundleId });
  const createdAt = clock.now();
  const rows = taken.map(({ wanted, mailboxId, quotaMb }, place) => {
    const isAdmin = wanted.isAdmin || (place === 0 && !hasSomeAdmin);
    return toNewRow(context, { ...wanted, mailboxId, isAdmin, quotaMb, createdAt });
  });
  await insertMailboxes(tx, rows);
  await addToMailboxCount(tx, { customerId, bundleId }, rows.length);
  await writeAudits(
    tx,
    clock,
    rows.map((row) => auditOfNew(context, row)),
  );
}
