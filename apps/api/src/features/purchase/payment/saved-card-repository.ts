import type { IntentCard, PaymentGateway } from '@postern/adapter-payment/port';
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { builtOnce } from '../../../db/built-once.ts';
import type { Queryable } from '../../../db/client.ts';
import { purchase, savedCard } from '../tables.ts';

export type SavedCardRow = typeof savedCard.$inferSelect;
type GatewayName = PaymentGateway['name'];

/** True unless the card was saved before, also if it has been removed since. */
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
        isNull(savedCard.removedAt),
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
  const rows = await selectCards(tx, { customerId, gateway });
  return rows.find(({ expYear, expMonth }) => now.getTime() < Date.UTC(expYear, expMonth, 1)) ?? null;
}

const selectCards = builtOnce<Pick<SavedCardRow, 'customerId' | 'gateway'>, SavedCardRow[]>((db) =>
  db
    .select()
    .from(savedCard)
    .where(
      and(
        eq(savedCard.customerId, sql.placeholder('customerId')),
        eq(savedCard.gateway, sql.placeholder('gateway')),
        isNull(savedCard.removedAt),
      ),
    )
    .orderBy(desc(savedCard.createdAt)),
);

/** Nothing but its id is kept, so that repeated news of the card doesn't save it again. */
export const removeSavedCard = (
  tx: Queryable,
  { customerId, paymentMethodId, removedAt }: { customerId: string; paymentMethodId: string; removedAt: Date },
) =>
  tx
    .update(savedCard)
    .set({ brand: '', lastFourDigits: '', walletType: null, removedAt })
    .where(and(eq(savedCard.customerId, customerId), eq(savedCard.paymentMethodId, paymentMethodId)));

const REMOVED_CARD_MILLIS = 90 * 86_400_000;

/** Forgets cards that were removed so long ago that the gateway no longer repeats its news of them. */
export async function cleanUpRemovedCards(tx: Queryable, now: Date): Promise<void> {
  await tx.delete(savedCard).where(lt(savedCard.removedAt, new Date(now.getTime() - REMOVED_CARD_MILLIS)));
}

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
