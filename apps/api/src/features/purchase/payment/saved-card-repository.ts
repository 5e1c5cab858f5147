import type { IntentCard, PaymentGateway } from '@postern/adapter-payment/port';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { purchase, savedCard } from '../tables.ts';

export type SavedCardRow = typeof savedCard.$inferSelect;
type GatewayName = PaymentGateway['name'];

/** True unless the card was saved before. */
export async function insertSavedCard(
  tx: Queryable,
  {
    customerId,
    gateway,
    createdAt,
    ...card
  }: IntentCard & { customerId: string; gateway: GatewayName; createdAt: Date },
): Promise<boolean> {
  const rows = await tx
    .insert(savedCard)
    .values({ customerId, gateway, createdAt, ...card })
    .onConflictDoNothing()
    .returning({ paymentMethodId: savedCard.paymentMethodId });
  return rows.length > 0;
}

/** The customer's card with this id, saved at this gateway. */
export async function findSavedCard(
  tx: Queryable,
  key: { customerId: string; gateway: GatewayName; paymentMethodId: string },
): Promise<SavedCardRow | null> {
  const [row] = await tx
    .select()
    .from(savedCard)
    .where(
      and(
        eq(savedCard.customerId, key.customerId),
        eq(savedCard.paymentMethodId, key.paymentMethodId),
        eq(savedCard.gateway, key.gateway),
      ),
    );
  return row ?? null;
}

/** The card that the customer saved last, of those that haven't expired. */
export async function findLatestCard(
  tx: Queryable,
  customerId: string,
  gateway: GatewayName,
  now: Date,
): Promise<SavedCardRow | null> {
  const rows = await tx
    .select()
    .from(savedCard)
    .where(and(eq(savedCard.customerId, customerId), eq(savedCard.gateway, gateway)))
    .orderBy(desc(savedCard.createdAt));
  return rows.find(({ expYear, expMonth }) => now.getTime() < Date.UTC(expYear, expMonth, 1)) ?? null;
}

export const deleteSavedCard = (tx: Queryable, customerId: string, paymentMethodId: string) =>
  tx.delete(savedCard).where(and(eq(savedCard.customerId, customerId), eq(savedCard.paymentMethodId, paymentMethodId)));

/** Whether a purchase is being paid with a saved card, and nobody knows yet how it ends. */
export async function isCardAsked(
  tx: Queryable,
  { customerId, paymentMethodId }: { customerId: string; paymentMethodId: string },
): Promise<boolean> {
  const asked = JSON.stringify({ paymentMethodId, isAsked: true });
  const [row] = await tx
    .select({ purchaseId: purchase.purchaseId })
    .from(purchase)
    .where(
      and(
        eq(purchase.customerId, customerId),
        eq(purchase.state, 'intent_created'),
        sql`${purchase.savedCard} @> ${asked}::jsonb`,
      ),
    )
    .limit(1);
  return row !== undefined;
}
