import { calculateCharge, processPayment, startPayment } from '@postern/contract/billing';
import {
  deleteCard,
  readBillingAddress,
  readCard,
  setBillingAddress,
  startAddingCard,
} from '@postern/contract/billing-details';
import { expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox, payByCard } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { receivePaymentEvent } from './payment/receive-payment-event.ts';

const app = useTestApp({ webhooks: false });

test('the billing address is checked like that of a purchase, and changed for later invoices [BIL-09]', async () => {
  const { token, email } = await aCustomerWithDomain(app, { accounts: 1 });
  const { billingAddress } = await app.must(readBillingAddress, {}, { token });
  expect(billingAddress.email).toBe(email);
  const moved = { ...billingAddress, city: 'Bremen' };
  const { billingAddress: after } = await app.must(setBillingAddress, { billingAddress: moved }, { token });
  expect(after.city).toBe('Bremen');
  const wrong = { billingAddress: { ...moved, country: 'XX' } };
  expect(await app.refusal(setBillingAddress, wrong, { token })).toBe('VALIDATION_FAILED');
  const embargoed = { billingAddress: { ...moved, country: 'CU' } };
  expect(await app.refusal(setBillingAddress, embargoed, { token })).toBe('COUNTRY_NOT_SUPPORTED');
});

test('the admin of one of several domains reads the card and the address that all share, and changes neither; the admin of the only one does both [BIL-09] [BIL-06]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const { email, id: mailboxId } = await aMailbox(app, customer, 'boss');
  const token = await aSessionAs(app, customer, { role: 'domainAdmin', email, mailboxId });
  const read = async (as: string) => {
    const { billingAddress, mayChange } = await app.must(readBillingAddress, {}, { token: as });
    const { card, mayRemove } = await app.must(readCard, {}, { token: as });
    return { billingAddress, card, may: [mayChange, mayRemove] };
  };
  const { billingAddress, card, may } = await read(token);
  expect(may).toEqual([true, true]);
  await app.must(setBillingAddress, { billingAddress }, { token });
  const { stripeSecret } = await app.must(startAddingCard, {}, { token });

  await aCustomerWithDomain(app, { email: customer.email });
  expect((await read(token)).may).toEqual([false, false]);
  expect((await read(customer.token)).may).toEqual([true, true]);
  expect(await app.refusal(setBillingAddress, { billingAddress }, { token })).toBe('NOT_AUTHORIZED');
  expect(await app.refusal(deleteCard, card, { token })).toBe('NOT_AUTHORIZED');
  expect(await app.refusal(startAddingCard, {}, { token })).toBe('NOT_AUTHORIZED');

  // Begun while it was the only domain, and a card typed in for a change of this domain alone.
  const { card: paying } = await read(customer.token);
  await payByCard(app, stripeSecret);
  const intents = (await app.gateway.readLedger()).flatMap((item) => (item.type === 'intent' ? [item.intent] : []));
  const intentId = intents.findLast(({ metadata }) => metadata.purpose === 'add-card')?.intentId ?? '';
  await receivePaymentEvent(app.deps, { eventId: 'e', type: 'intent.succeeded', intentId, createdEpochMillis: 0 });
  const orderItems = [{ action: 'buyMoreAccounts' as const, noOfAccounts: 1 }];
  const { quoteId } = await app.must(calculateCharge, { orderItems }, { token });
  const started = await app.must(startPayment, { quoteId }, { token });
  await payByCard(app, started.stripeSecret);
  await app.must(processPayment, { trackingId: started.trackingId }, { token });
  expect((await read(customer.token)).card, 'neither pays for the other domain').toEqual(paying);
});

test('a card that the admin of the only domain types in is not saved if there is another domain by the time it has paid; until then the quote says that it is [BIL-06] [PAY-04]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const { email, id: mailboxId } = await aMailbox(app, customer, 'boss');
  const token = await aSessionAs(app, customer, { role: 'domainAdmin', email, mailboxId });
  const latest = async () => (await app.must(readCard, {}, { token: customer.token })).card;
  const begin = async () => {
    const orderItems = [{ action: 'buyMoreAccounts' as const, noOfAccounts: 1 }];
    const { quoteId, payment } = await app.must(calculateCharge, { orderItems }, { token });
    return { savesCard: payment?.savesCard, ...(await app.must(startPayment, { quoteId }, { token })) };
  };
  const pay = async ({ stripeSecret, trackingId }: { stripeSecret: string | null; trackingId: string }) => {
    // The latest card is the one that pays.
    app.clock.advance({ minutes: 5 });
    await payByCard(app, stripeSecret);
    await app.must(processPayment, { trackingId }, { token });
  };
  const atFirst = await latest();
  const onlyOne = await begin();
  expect(onlyOne.savesCard).toBe(true);
  await pay(onlyOne);
  const saved = await latest();
  expect(saved, 'the only domain is all there is').not.toEqual(atFirst);

  const begun = await begin();
  expect(begun.savesCard).toBe(true);
  await aCustomerWithDomain(app, { email: customer.email });
  const paying = await latest();
  await pay(begun);
  expect(await latest(), 'it would pay for the other domain').toEqual(paying);
  expect((await begin()).savesCard).toBe(false);
});
