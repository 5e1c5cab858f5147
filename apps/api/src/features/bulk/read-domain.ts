import type { PriceEffect } from '@postern/contract/bulk';
import { multiply, toDecimalString } from '@postern/domain/money';
import { DEFAULT_ACCOUNT_LIMIT } from '@postern/domain/plans';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';
import { readBundle } from '../bundles/public.ts';
import { countActiveAdmins, hasAdmin } from '../mailboxes/public.ts';
import { findMailOrder, placesOf } from '../subscriptions/public.ts';

export type Domain = Awaited<ReturnType<typeof readDomain>>;

/** What a preview needs to know about the domain. */
export async function readDomain({ db }: { db: Database }, actor: SessionActor) {
  const { customerId, bundleId } = actor;
  return db.asTenant(customerId, async (tx) => {
    const bundle = await readBundle(tx, { customerId, bundleId });
    if (bundle === null) throw new PanelError('BUNDLE_NOT_FOUND');
    const order = await findMailOrder(tx, { customerId, bundleId });
    const { domainName, mailboxCount } = bundle;
    return {
      domainName,
      mailboxCount,
      order,
      hasAdmin: await hasAdmin(tx, { customerId, bundleId }),
      activeAdmins: await countActiveAdmins(tx, actor),
      priceEffect: (activeAfter: number, missingPlaces: number) =>
        toPriceEffect(order, { activeBefore: mailboxCount, activeAfter, missingPlaces }),
    };
  });
}

type Order = Awaited<ReturnType<typeof findMailOrder>>;

function toPriceEffect(
  order: Order,
  counts: Pick<PriceEffect, 'activeBefore' | 'activeAfter' | 'missingPlaces'>,
): PriceEffect {
  const places = order === null ? 0 : placesOf(order);
  const currency = (order?.currency ?? 'USD') as PriceEffect['price']['currency'];
  const amountMinor = multiply(order?.priceMinor ?? 0, counts.missingPlaces);
  return {
    ...counts,
    limit: places >= DEFAULT_ACCOUNT_LIMIT ? null : places,
    price: { amount: toDecimalString(amountMinor), currency },
    billingCycle: order?.billingCycle ?? null,
  };
}
