import { expect, test } from 'vitest';
import { aPurchaseLink } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { setFlag } from '../../partners/public.ts';
import { authenticatePurchase } from './authenticate-purchase.ts';
import { purchaseLinkCommands } from './purchase-link-commands.ts';

const app = useTestApp();

test('where no card is taken, only links of partners that take the payment open a purchase, and the others aren’t signed [PUR-01]', async () => {
  const deps = { ...app.deps, cardGateway: null };
  const place = { ip: '192.0.2.1', browser: null } as never;
  const open = async () => authenticatePurchase(deps, place, await aPurchaseLink(app));
  const command = purchaseLinkCommands['purchase-link'];
  if (command === undefined || !('run' in command)) throw new Error('There is no such command.');
  const config = { publicUrl: 'https://panel.test', payment: { kind: 'none' } };
  const wish = {
    partner: String(app.partner.partnerId),
    domain: 'nobody-pays.test',
    email: 'owner@nobody-pays.test',
    plan: 'pro',
  };
  const sign = () => command.run({ ...deps, config, checks: null } as never, wish);

  expect((await open()).flow).toBe('purchase_denied');
  await expect(sign()).rejects.toMatchObject({ code: 'NO_CARD_PAYMENTS' });
  for (const flag of ['forgoPayments', 'hideBillingPageOnPaymentViaPartner'] as const) {
    const set = (value: boolean) => setFlag(app.deps, app.partner.partnerId, flag, value);
    await set(true);
    expect(await open()).toMatchObject({
      flow: 'purchase',
      params: expect.not.objectContaining({ cardGateway: expect.anything() }),
    });
    expect(await sign()).toMatchObject({ url: expect.stringContaining('https://panel.test') });
    await set(false);
  }
});
