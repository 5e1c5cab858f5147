import type { Quote } from '@postern/contract/billing';
import { whoTakesPayment } from '@postern/domain/partners';
import type { Queryable } from '../../../db/client.ts';
import type { PartnerRow } from '../../partners/public.ts';
import { findLatestCard } from '../../purchase/public.ts';
import type { SessionActor } from '../../../http/request-context.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { speaksForCustomer } from '../speaks-for-customer.ts';
import type { QuoteRow } from './quote-change.ts';

/** Who takes the money of a quote, and the card that could pay it at once. An expired card isn't offered. */
export async function paymentOf(
  tx: Queryable,
  { clock, gateway, cardGateway }: Pick<BillingDeps, 'clock' | 'gateway' | 'cardGateway'>,
  { customerId, sum }: QuoteRow,
  actor: SessionActor,
  partner: PartnerRow | null,
): Promise<NonNullable<Quote['payment']>> {
  const nothing = { cardGateway: null, card: null, savesCard: false };
  if (sum.toPayMinor === 0) return { taker: 'none', ...nothing };
  const taker = partner === null ? 'panel' : whoTakesPayment(partner);
  if (taker !== 'panel' || cardGateway === null) return { taker, ...nothing };
  const [savesCard, found] = await Promise.all([
    speaksForCustomer(tx, actor),
    findLatestCard(tx, customerId, gateway.name, clock.now()),
  ]);
  if (found === null) return { taker, cardGateway, savesCard, card: null };
  const { paymentMethodId, funding, walletType, brand, lastFourDigits, expMonth, expYear } = found;
  return {
    taker,
    ...{ cardGateway, savesCard },
    card: { paymentMethodId, funding, walletType, brand, lastFourDigits, expMonth, expYear },
  };
}
