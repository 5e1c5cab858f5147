import { randomUUID } from 'node:crypto';
import { calculateCharge, type OrderItem, startPayment } from '@postern/contract/billing';
import { completePurchase, initiatePurchase, settlePurchase, upsertCustomer } from '@postern/contract/purchase';
import { type JWTPayload, SignJWT, jwtVerify } from 'jose';
import type { AppDeps } from '../app.ts';
import { setFlag } from '../features/partners/change-partner.ts';
import { updatePartner } from '../features/partners/public.ts';
import { anAddress, aPurchaseLink, aWish, openLink, type Panel, type WishOptions } from './builders.ts';
import type { TestPartner } from './start-test-app.ts';

/** Makes the partner's customers pay on the partner's own page. */
export async function payAtPartner(deps: Pick<AppDeps, 'db' | 'clock' | 'sealer'>, { partnerId }: TestPartner) {
  await deps.db.asSystem((tx) => updatePartner(tx, partnerId, { paymentUrl: '/evaluation/partner-shop' }));
  await setFlag(deps, partnerId, 'hideBillingPageOnPaymentViaPartner', true);
}

type Bought = WishOptions & { domain?: string };

/** A purchase whose buyer is on the way to the partner's page, with the request that the partner reads. */
export async function aPurchaseAtPartner(app: Panel, partner: TestPartner, options: Bought = {}) {
  const link = await aPurchaseLink(app, { partner, ...(options.domain && { domain: options.domain }) });
  const token = await openLink(app, link);
  await app.must(upsertCustomer, { billingAddress: anAddress(link.email) }, { token });
  const wish = await aWish(app, token, options);
  const answer = await app.must(initiatePurchase, wish, { token });
  const asked = await readRequest(app, partner, answer.jwt);
  return { link, token, wish, answer, asked, trackingId: answer.trackingId };
}

/** The payment request, as the partner's page reads it. */
async function readRequest(app: Pick<Panel, 'clock'>, partner: TestPartner, jwt = ''): Promise<JWTPayload> {
  const options = { currentDate: app.clock.now(), audience: String(partner.partnerId) };
  return (await jwtVerify(jwt, Buffer.from(partner.secret), options)).payload;
}

/** A customer who bought email at such a partner. */
export async function aCustomerAtPartner(app: Panel, partner: TestPartner, options: Bought = {}) {
  const purchase = await aPurchaseAtPartner(app, partner, options);
  await app.must(settlePurchase, { jwt: await aSettlement(app, partner, purchase.asked) });
  const { wish, trackingId, token, link } = purchase;
  const { session, order } = await app.must(completePurchase, { ...wish, trackingId }, { token });
  const bundleId = session.bundles[0]?.bundleId ?? '';
  const { domain, email } = link;
  return { domain, email, token: session.token, customerId: session.bllUserId, bundleId, order };
}

type Buyer = { token: string };

/** A change whose buyer has been sent to the partner's page. */
export async function aChangeAtPartner(
  app: Panel,
  partner: TestPartner,
  { token }: Buyer,
  orderItems: OrderItem[] = [{ orderType: 'MailSuite', action: 'buyMoreAccounts', noOfAccounts: 2 }],
) {
  const quote = await app.must(calculateCharge, { orderItems }, { token });
  const answer = await app.must(startPayment, { quoteId: quote.quoteId }, { token });
  return { quote, answer, asked: await readRequest(app, partner, answer.jwt), trackingId: answer.trackingId };
}

/** What the partner's page sends back with the buyer: its settlement of the requested payment. */
export async function aSettlement(
  app: Pick<Panel, 'clock'>,
  partner: TestPartner,
  asked: JWTPayload,
  claims: JWTPayload = {},
  header: Record<string, unknown> = {},
): Promise<string> {
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const { trackingId, quoteId, amount, currency, iss } = asked;
  return new SignJWT({
    iss: String(partner.partnerId),
    aud: iss ?? '',
    jti: randomUUID(),
    exp: now + 600,
    status: 'paid',
    reference: 'BILL-1',
    trackingId,
    ...(quoteId === undefined ? {} : { quoteId }),
    amount,
    currency,
    ...claims,
  })
    .setProtectedHeader({ alg: 'HS256', kid: partner.keyId, ...header })
    .sign(Buffer.from(partner.secret));
}
