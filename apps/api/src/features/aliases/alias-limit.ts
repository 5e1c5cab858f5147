import { aliasLimitOf } from '@postern/domain/plans';
import type { Queryable } from '../../db/client.ts';
import { findMailOrder } from '../subscriptions/public.ts';

/** How many aliases the plan allows per mailbox. */
export async function readAliasLimit(tx: Queryable, key: { customerId: string; bundleId: string }): Promise<number> {
  const order = await findMailOrder(tx, key);
  return aliasLimitOf(order?.plan ?? { features: [] });
}
