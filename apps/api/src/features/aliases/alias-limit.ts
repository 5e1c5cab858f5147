import { aliasLimitOf } from '@postern/domain/plans';
import type { Queryable } from '../../db/client.ts';
import { findMailOrder } from '../subscriptions/public.ts';

/** How many aliases a mailbox of the domain may have by its plan. */
export async function readAliasLimit(tx: Queryable, place: { customerId: string; bundleId: string }): Promise<number> {
  const order = await findMailOrder(tx, place);
  return aliasLimitOf(order?.plan ?? { features: [] });
}
