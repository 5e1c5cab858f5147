import type { Bundle, Login } from '@postern/contract/session';
import type { Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';
import { findCustomer, findMailboxOwner, listBundleRows } from './session-repository.ts';

type BundleRow = Awaited<ReturnType<typeof listBundleRows>>[number];

/** A bundle is active when at least one of its products is. Spec 2 §3, Bundle. */
export function toBundle(row: BundleRow): Bundle {
  const expiries = row.orders.flatMap((order) => (order.expiresAt === null ? [] : [order.expiresAt.getTime()]));
  return {
    id: row.bundleId,
    bundleId: row.bundleId,
    name: row.domainName,
    domainName: row.domainName,
    status: row.orders.some((order) => order.status === 'active') ? 'active' : 'suspended',
    locale: row.locale,
    createdAt: row.createdAt.getTime(),
    expiryDate: expiries.length === 0 ? null : new Date(Math.min(...expiries)).toISOString(),
    orders: row.orders.map(({ id, type, planId, planType, status, createdAt }) => ({
      id,
      type,
      planId,
      planType,
      status,
      createdAt: createdAt.getTime(),
    })),
    bundleFlags: row.flags,
  };
}

/** Everything the panel keeps of a session. Refused when nothing is left to manage. */
export async function readLogin(tx: Queryable, actor: SessionActor, token: string): Promise<Login> {
  const bundles = (await listBundleRows(tx, actor.customerId, actor.mailboxId === null ? null : actor.bundleId)).map(
    toBundle,
  );
  const active = bundles.find((candidate) => candidate.bundleId === actor.bundleId) ?? bundles[0];
  const customer = await findCustomer(tx, actor.customerId);
  if (active === undefined || customer === null) throw new PanelError('NO_SUBSCRIPTION');
  const owner = actor.mailboxId === null ? null : await findMailboxOwner(tx, actor.customerId, actor.mailboxId);
  const name = owner === null ? customer.name : owner.displayName || owner.address;
  return {
    token,
    partnerId: actor.partnerId,
    actor: { role: actor.role, id: actor.mailboxId ?? actor.customerId, attrs: { userName: name } },
    bllUserId: actor.customerId,
    primaryDomain: active.domainName,
    userEmail: actor.email,
    userId: actor.mailboxId ?? actor.customerId,
    accountId: actor.mailboxId,
    name,
    companyName: customer.companyName,
    expiryEpochTimestamp: actor.expiresAt.getTime(),
    adminType: actor.mailboxId === null ? 'customer' : 'account',
    isDomainAdmin: actor.role === 'domainAdmin',
    bundles,
  };
}
