import { MailBackendError } from '@postern/adapter-mail/port';
import { deleteMailbox } from '@postern/contract/mailbox-administration';
import { listMailboxes } from '@postern/contract/mailboxes';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { settleUnconfirmedMailboxes } from '../settle-unconfirmed-mailboxes.ts';
import { mailbox } from '../tables.ts';

/** How often the mail store doesn't answer a removal, and whether it removes the mailbox anyway. The store itself is the real one. */
let silent = { times: 0, after: false };
const app = useTestApp({
  webhooks: false,
  wrapMail: (mail) => ({
    ...mail,
    deleteMailbox: async (ref) => {
      const isSilent = silent.times > 0;
      silent.times -= 1;
      if (!isSilent || silent.after) await mail.deleteMailbox(ref);
      if (isSilent) throw new MailBackendError('unavailable', 'a test said so');
    },
  }),
});
beforeEach(() => {
  silent = { times: 0, after: false };
});

const rowsOf = (bundleId: string) =>
  app.deps.db.asSystem((tx) => tx.select({ state: mailbox.state }).from(mailbox).where(eq(mailbox.bundleId, bundleId)));

test('a mailbox that the mail store did not remove is gone for the panel at once, and the sweep removes it [MBX-13]', async () => {
  for (const after of [false, true]) {
    const customer = await aCustomerWithDomain(app);
    await aMailbox(app, customer, 'anna');
    const { email, id } = await aMailbox(app, customer, 'bert');
    silent = { times: 2, after };
    await app.must(deleteMailbox, { email }, { token: customer.token });
    const { accounts } = await app.must(listMailboxes, {}, { token: customer.token });
    expect(accounts.map((account) => account.email.split('@')[0])).toEqual(['anna']);
    await settleUnconfirmedMailboxes(app.deps);
    expect((await rowsOf(customer.bundleId)).map((row) => row.state)).toContain('deleting');
    await settleUnconfirmedMailboxes(app.deps);
    expect((await app.deps.mail.listMailboxes()).map(({ mailboxId }) => mailboxId)).not.toContain(id);
    expect((await rowsOf(customer.bundleId)).map((row) => row.state)).toEqual(['ready']);
  }
});

test('a late removal does not affect the next owner of the address [MBX-13]', async () => {
  const customer = await aCustomerWithDomain(app);
  await aMailbox(app, customer, 'anna');
  const { email } = await aMailbox(app, customer, 'bert');
  silent = { times: 1, after: false };
  await app.must(deleteMailbox, { email }, { token: customer.token });
  const next = await aMailbox(app, customer, 'bert');
  await settleUnconfirmedMailboxes(app.deps);
  const stored = (await app.deps.mail.listMailboxes()).filter(({ address }) => address === email);
  expect(stored).toEqual([{ mailboxId: next.id, address: email }]);
  expect(await rowsOf(customer.bundleId)).toHaveLength(2);
});
