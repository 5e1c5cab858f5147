import { eq } from 'drizzle-orm';
import { audit, partnerAudit } from '../db/tables.ts';
import { ledgerEntry } from '../features/purchase/tables.ts';
import { planOrder } from '../features/subscriptions/tables.ts';
import type { TestApp } from './start-test-app.ts';

/** The audited actions of a customer, oldest first. */
export async function auditOf(app: TestApp, customerId: string): Promise<string[]> {
  const rows = await app.deps.db.asSystem((tx) =>
    tx.select().from(audit).where(eq(audit.customerId, customerId)).orderBy(audit.auditId),
  );
  return rows.map((row) => row.action);
}

/** The reasons why a partner's links were refused, one per refusal. */
export async function refusedLinksOf(
  app: TestApp,
  partnerId: number,
  action = 'purchase-link.refused',
): Promise<string[]> {
  const rows = await app.deps.db.asSystem((tx) =>
    tx.select().from(partnerAudit).where(eq(partnerAudit.partnerId, partnerId)).orderBy(partnerAudit.at),
  );
  return rows.filter((row) => row.action === action).map((row) => String(row.attrs.reason));
}

export const ordersOf = (app: TestApp, customerId: string) =>
  app.deps.db.asSystem((tx) => tx.select().from(planOrder).where(eq(planOrder.customerId, customerId)));

export const bookedFor = (app: TestApp, purchaseId: string) =>
  app.deps.db.global.select().from(ledgerEntry).where(eq(ledgerEntry.purchaseId, purchaseId));

/**
 * The first invariant, seen from outside: what the gateway took and didn't refund equals the cost of the paid orders, purchase by purchase,
 * and the panel's own ledger says the same.
 */
export async function readBalance(
  app: TestApp,
): Promise<{ taken: Record<string, number>; booked: Record<string, number>; ordered: Record<string, number> }> {
  const items = await app.gateway.readLedger();
  const purchaseOf = new Map(
    items.flatMap((item) =>
      item.type === 'intent' ? [[item.intent.intentId, item.intent.metadata.purchaseId ?? '']] : [],
    ),
  );
  const taken: Record<string, number> = {};
  for (const item of items) {
    if (item.type === 'intent') continue;
    const sign = item.type === 'charge' ? 1 : -1;
    const { intentId, amountMinor } = item.type === 'charge' ? item.charge : item.refund;
    add(taken, purchaseOf.get(intentId) ?? '', sign * amountMinor);
  }
  const booked: Record<string, number> = {};
  for (const row of await app.deps.db.global.select().from(ledgerEntry)) {
    if (!row.reference.startsWith('settlement/'))
      add(booked, row.purchaseId, row.kind === 'refund' ? -row.amountMinor : row.amountMinor);
  }
  const ordered: Record<string, number> = {};
  for (const row of await app.deps.db.asSystem((tx) => tx.select().from(planOrder))) {
    add(ordered, row.purchaseId ?? '', row.priceMinor * row.accountsPurchased);
  }
  return { taken: withoutZeros(taken), booked: withoutZeros(booked), ordered };
}

function add(sums: Record<string, number>, key: string, amount: number): void {
  sums[key] = (sums[key] ?? 0) + amount;
}

const withoutZeros = (sums: Record<string, number>) =>
  Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
