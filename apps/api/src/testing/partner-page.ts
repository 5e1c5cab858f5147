import { randomUUID } from 'node:crypto';
import { initiatePurchase, upsertCustomer } from '@postern/contract/purchase';
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

/** A purchase whose buyer is on the way to the partner's page, with the request that the partner reads. */
export async function aPurchaseAtPartner(app: Panel, partner: TestPartner, options: WishOptions = {}) {
  const link = await aPurchaseLink(app, { partner });
  const token = await openLink(app, link);
  await app.must(upsertCustomer, { billingAddress: anAddress(link.email) }, { token });
  const wish = await aWish(app, token, options);
  const answer = await app.must(initiatePurchase, wish, { token });
  const { payload } = await jwtVerify(answer.jwt ?? '', Buffer.from(partner.secret), {
    currentDate: app.clock.now(),
    audience: String(partner.partnerId),
  });
  return { link, token, wish, answer, asked: payload, trackingId: answer.trackingId };
}

type Asked = Awaited<ReturnType<typeof aPurchaseAtPartner>>['asked'];

/** What the partner's page sends back with the buyer: its settlement of the requested payment. */
export async function aSettlement(
  app: Pick<Panel, 'clock'>,
  partner: TestPartner,
  asked: Asked,
  claims: JWTPayload = {},
  header: Record<string, unknown> = {},
): Promise<string> {
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const { trackingId, amount, currency, iss } = asked;
  return new SignJWT({
    iss: String(partner.partnerId),
    aud: iss ?? '',
    jti: randomUUID(),
    exp: now + 600,
    status: 'paid',
    reference: 'BILL-1',
    trackingId,
    amount,
    currency,
    ...claims,
  })
    .setProtectedHeader({ alg: 'HS256', kid: partner.keyId, ...header })
    .sign(Buffer.from(partner.secret));
}
