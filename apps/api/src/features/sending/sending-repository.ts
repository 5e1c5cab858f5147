import { type SendingLimits, sendingLimitsOf } from '@postern/domain/plans';
import {
  type NoticeLevel,
  SENDING_SPANS,
  type SendingCount,
  type SendingScope,
  type SendingSpan,
  spanStart,
} from '@postern/domain/sending';
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { bundle, customer } from '../bundles/tables.ts';
import { mailbox } from '../mailboxes/tables.ts';
import { addOn, plan } from '../plans/tables.ts';
import { orderAddOn, planOrder } from '../subscriptions/tables.ts';
import { sendingCount } from './tables.ts';

/** A mailbox that sends, with what a notice about it needs. */
export type SendingMailbox = BundleKey & {
  mailboxId: string;
  address: string;
  domainName: string;
  partnerId: number;
  locale: string;
};

export async function findSendingMailbox(tx: Queryable, address: string): Promise<SendingMailbox | null> {
  const { customerId, bundleId, mailboxId } = mailbox;
  const { domainName, partnerId, locale } = bundle;
  const [row] = await tx
    .select({ customerId, bundleId, mailboxId, address: mailbox.address, domainName, partnerId, locale })
    .from(mailbox)
    .innerJoin(bundle, ofBundle(bundle, mailbox))
    .where(eq(mailbox.address, address));
  return row ?? null;
}

/** The limits of the mailbox and of its domain, as the plan and the mailbox's add-ons have them now. */
export async function readSendingLimits(
  tx: Queryable,
  of: SendingMailbox,
): Promise<Record<SendingScope, SendingLimits>> {
  // Mailboxes of a cancelled order still send: no more than before.
  const [order] = await tx
    .select({ plan: { features: plan.features } })
    .from(planOrder)
    .innerJoin(plan, eq(plan.planId, planOrder.planId))
    .where(and(ofBundle(planOrder, of), eq(planOrder.product, 'MailSuite')))
    .orderBy(eq(planOrder.status, 'cancelled'), desc(planOrder.createdAt))
    .limit(1);
  const addOns = await tx
    .select({ features: addOn.features })
    .from(orderAddOn)
    .innerJoin(addOn, eq(addOn.type, orderAddOn.type))
    .where(and(ofBundle(orderAddOn, of), eq(orderAddOn.mailboxId, of.mailboxId), eq(orderAddOn.status, 'active')));
  return sendingLimitsOf(order?.plan ?? { features: [] }, addOns);
}

/** The counts that have a limit, locked until the transaction ends. A count of an earlier span begins again at 0. */
export async function lockSendingCounts(
  tx: Queryable,
  of: SendingMailbox,
  limits: Record<SendingScope, SendingLimits>,
  now: Date,
): Promise<SendingCount[]> {
  const scopes: SendingScope[] = ['mailbox', 'domain'];
  const wanted = scopes.flatMap((scope) =>
    SENDING_SPANS.flatMap((span) => {
      const limit = limits[scope][span];
      return limit === null ? [] : [{ scope, span, limit, startsAt: spanStart(span, now) }];
    }),
  );
  if (wanted.length === 0) return [];
  // Always in this order, so that two messages of a domain never wait for each other's rows.
  const rows = await tx
    .insert(sendingCount)
    .values(
      wanted.map(({ scope, span, startsAt }) => ({
        ...keyOf(of, scope),
        span,
        startsAt,
        recipients: 0,
        noticed: 0 as const,
      })),
    )
    .onConflictDoUpdate({
      target: [sendingCount.customerId, sendingCount.bundleId, sendingCount.countedId, sendingCount.span],
      set: {
        startsAt: sql`greatest(${sendingCount.startsAt}, excluded.starts_at)`,
        recipients: ofSameSpan(sendingCount.recipients),
        noticed: ofSameSpan(sendingCount.noticed),
      },
    })
    .returning();
  return wanted.map(({ scope, span, limit }) => {
    const { countedId } = keyOf(of, scope);
    const row = rows.find((one) => one.countedId === countedId && one.span === span);
    if (row === undefined) throw new Error(`The count of a ${scope} by ${span} is missing`);
    return { scope, span, limit, recipients: row.recipients, startsAt: row.startsAt, noticed: row.noticed };
  });
}

const ofSameSpan = (column: typeof sendingCount.recipients | typeof sendingCount.noticed) =>
  sql<NoticeLevel>`case when ${sendingCount.startsAt} >= excluded.starts_at then ${column} else 0 end`;

/** Adds to the locked counts. */
export async function addToSendingCounts(tx: Queryable, of: SendingMailbox, recipients: number): Promise<void> {
  await tx
    .update(sendingCount)
    .set({ recipients: sql`${sendingCount.recipients} + ${recipients}` })
    .where(and(ofBundle(sendingCount, of), inArray(sendingCount.countedId, [of.mailboxId, of.bundleId])));
}

export async function rememberNotice(
  tx: Queryable,
  of: SendingMailbox,
  { scope, span }: { scope: SendingScope; span: SendingSpan },
  noticed: NoticeLevel,
): Promise<void> {
  const { countedId } = keyOf(of, scope);
  await tx
    .update(sendingCount)
    .set({ noticed })
    .where(and(ofBundle(sendingCount, of), eq(sendingCount.countedId, countedId), eq(sendingCount.span, span)));
}

/** The addresses of a domain's administrators: the customer login, and the mailboxes that are admins. */
export async function listAdministrators(tx: Queryable, key: BundleKey, maximum: number): Promise<string[]> {
  const owners = await tx
    .select({ email: customer.email })
    .from(customer)
    .where(eq(customer.customerId, key.customerId));
  const admins = await tx
    .select({ email: mailbox.address })
    .from(mailbox)
    .where(and(ofBundle(mailbox, key), eq(mailbox.isAdmin, true), eq(mailbox.state, 'ready')))
    .orderBy(mailbox.createdAt)
    .limit(maximum);
  return [...new Set([...owners, ...admins].map(({ email }) => email))];
}

function keyOf({ customerId, bundleId, mailboxId }: SendingMailbox, scope: SendingScope) {
  return { customerId, bundleId, countedId: scope === 'mailbox' ? mailboxId : bundleId };
}

/** Deletes the counts of spans that are over, such as those of a deleted mailbox. */
export async function cleanUpSendingCounts(tx: Queryable, now: Date): Promise<void> {
  await tx.delete(sendingCount).where(lt(sendingCount.startsAt, spanStart('month', now)));
}
