import { toDecimalString } from '@postern/domain/money';
import { bundleDiscountOf, DISCOUNTED_PRODUCTS, type DiscountTerms } from '@postern/domain/plans';
import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../db/client.ts';
import type { Command } from '../../feature/command.ts';
import { type DiscountRow, listDiscountCodes } from './discount-repository.ts';

export const discountCommands: Record<string, Command> = {
  'discount list': {
    usage: 'list the discount codes of the plan file, and how many orders have each',
    options: [],
    run: async ({ db }) => ({ discounts: await readDiscounts(db) }),
    print: ({ discounts }: { discounts: Listed[] }) =>
      discounts.length === 0 ? 'There are no discount codes.' : discounts.map(lineOf).join('\n'),
  },
};

type Listed = DiscountRow & { bundleDiscount: number | null; orders: number };

async function readDiscounts(db: Database): Promise<Listed[]> {
  const codes = await listDiscountCodes(db.global);
  // By the name that the order keeps, as it may have it from an earlier plan file.
  const counts = await db.asSystem((tx) =>
    rowsOf<{ code: string; orders: number }>(
      tx,
      sql`select upper(discount->>'code') as code, count(*)::int as orders from order_billing
        where discount is not null group by 1`,
    ),
  );
  return codes.map((code) => ({
    ...code,
    bundleDiscount: bundleDiscountOf(code),
    orders: counts.find((one) => one.code === code.displayCode.toUpperCase())?.orders ?? 0,
  }));
}

function lineOf({ displayCode, terms, expiresOn, partnerIds, retiredAt, orders }: Listed): string {
  return [
    displayCode,
    DISCOUNTED_PRODUCTS.flatMap((product) => wordsOf(product, terms[product])).join(', '),
    expiresOn === null ? 'no end' : `until ${expiresOn}`,
    partnerIds === null ? 'all partners' : `partners ${partnerIds.join(', ')}`,
    `${orders} order${orders === 1 ? '' : 's'}`,
    ...(retiredAt === null ? [] : ['not in the plan file any more']),
  ].join(' · ');
}

function wordsOf(product: string, of: DiscountTerms | undefined): string[] {
  if (of === undefined) return [];
  if (of.type === 'percentage') return [`${product} ${of.basisPoints / 100} %`];
  const amounts = Object.entries(of.amounts).map(([currency, minor]) => `${toDecimalString(minor)} ${currency}`);
  return [`${product} ${amounts.join(' / ')}`];
}
