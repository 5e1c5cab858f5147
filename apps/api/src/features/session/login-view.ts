import type { Bundle, Login, Visit } from '@postern/contract/session';
import { plainDateOf } from '@postern/domain/dates';
import { roleName, type RoleName } from '@postern/domain/sign-in';
import type { Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';
import { findPartner } from '../partners/public.ts';
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
    createdAt: row.createdAt.toISOString(),
    expiryDate: expiries.length === 0 ? null : new Date(Math.min(...expiries)).toISOString(),
    orders: row.orders.map(({ id, type, planId, planType, status, createdAt }) => ({
      id,
      type,
      planId,
      planType,
      status,
      createdAt: createdAt.toISOString(),
    })),
    bundleFlags: row.flags,
    ...(row.end && {
      end: {
        reason: row.end.reason,
        deletedOn: plainDateOf((row.end.finishedAt ?? row.end.dueAt).getTime()),
        isReleased: row.end.finishedAt !== null,
      },
    }),
  };
}

/** The roles of the provider's staff are named after the brand, so it is read for them only. */
async function roleNameOf(tx: Queryable, { role, partnerId }: SessionActor): Promise<RoleName> {
  if (role !== 'productSupport' && role !== 'productStaff') return role;
  return roleName(role, (await findPartner(tx, partnerId))?.brand ?? 'general');
}

type LoginOf = Pick<SessionActor, 'customerId' | 'bundleId' | 'mailboxId' | 'visit'>;

/** The rows of a login's customer, domains and mailbox, queried at once. */
export async function readLoginRows(tx: Queryable, { customerId, bundleId, mailboxId, visit }: LoginOf) {
  const [bundles, customer, owner] = await Promise.all([
    listBundleRows(tx, customerId, mailboxId === null && visit === undefined ? null : bundleId),
    findCustomer(tx, customerId),
    mailboxId === null ? null : findMailboxOwner(tx, customerId, mailboxId),
  ]);
  return { bundles, customer, owner };
}

const visitOf = (
  { expiresAt }: SessionActor,
  { visitId, reason, ticket }: NonNullable<SessionActor['visit']>,
  customerName: string,
): Visit => ({ visitId, expiresAt: expiresAt.toISOString(), reason, ticket, customerName });

/** Everything the panel needs about a session. Throws if nothing is left to manage. */
export async function readLogin(
  tx: Queryable,
  actor: SessionActor,
  token: string,
  reading = readLoginRows(tx, actor),
): Promise<Login> {
  const { customer, owner, ...rows } = await reading;
  const bundles = rows.bundles.map(toBundle);
  const active = bundles.find((candidate) => candidate.bundleId === actor.bundleId) ?? bundles[0];
  if (active === undefined || customer === null) throw new PanelError('NO_SUBSCRIPTION');
  const name = actor.visit?.staffName ?? (owner === null ? customer.name : owner.displayName || owner.address);
  return {
    token,
    partnerId: actor.partnerId,
    actor: { role: await roleNameOf(tx, actor), id: actor.mailboxId ?? actor.customerId, attrs: { userName: name } },
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
    // A supporter reads the panel in their own language.
    locale: actor.visit === undefined ? (owner ?? customer).chosenLocale : null,
    ...(actor.visit && { visit: visitOf(actor, actor.visit, customer.name) }),
    bundles,
  };
}
