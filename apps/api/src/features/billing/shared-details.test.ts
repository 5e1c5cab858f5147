import { deleteCard, readBillingAddress, readCard, setBillingAddress } from '@postern/contract/billing-details';
import { expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

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

  await aCustomerWithDomain(app, { email: customer.email });
  expect((await read(token)).may).toEqual([false, false]);
  expect((await read(customer.token)).may).toEqual([true, true]);
  expect(await app.refusal(setBillingAddress, { billingAddress }, { token })).toBe('NOT_AUTHORIZED');
  expect(await app.refusal(deleteCard, card, { token })).toBe('NOT_AUTHORIZED');
});
