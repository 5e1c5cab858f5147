import type { updateAddOnConfig as operation } from '@postern/contract/add-ons';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { subscriptionOf, writeSubscription } from '../subscriptions/public.ts';
import { lockOwnedAddOn, viewOfAddOn } from './lock-owned-add-on.ts';

/** Sets whether an add-on renews with its plan. Until then, or until its trial ends, nothing changes. */
export async function updateAddOnConfig(
  deps: { db: Database; clock: Clock },
  context: SessionContext,
  { addonId, renewOnExpiry }: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { actor, requestId } = context;
  return deps.db.asSystem(async (tx) => {
    const { billed, terms } = await lockOwnedAddOn(tx, context, addonId);
    // The add-ons of a cancelled plan end with it.
    if (renewOnExpiry && billed.billing.cancelledAt !== null) throw new PanelError('SUBSCRIPTION_CANCELLED');
    const changed = { ...terms, renews: renewOnExpiry };
    const before = subscriptionOf(billed);
    const addOns = before.addOns.map((one) => (one.addOnId === addonId ? changed : one));
    if (terms.renews !== renewOnExpiry) {
      await writeSubscription(tx, billed, { ...before, addOns }, deps.clock.now());
      const { customerId, bundleId, email } = actor;
      await writeAudit(tx, deps.clock, {
        ...{ customerId, bundleId, actor: email, action: 'add-on.renewal-changed', target: addonId, requestId },
        attrs: { addOn: terms.type, renews: renewOnExpiry },
      });
    }
    return { addon: await viewOfAddOn(tx, billed, changed) };
  });
}
