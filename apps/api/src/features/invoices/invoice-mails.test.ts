import { randomUUID } from 'node:crypto';
import { calculateCharge, processPayment, startPayment } from '@postern/contract/billing';
import { listInvoices } from '@postern/contract/invoices';
import { beforeAll, expect, test } from 'vitest';
import { aCustomerWithDomain, payByCard, type TestCustomer } from '../../testing/builders.ts';
import { sampleInvoice } from '../../testing/sample-invoice.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { runDueWork } from '../billing/due/run-due-work.ts';
import { SEND_MAIL_WITH_FILE } from '../notifications/send-mail-job.ts';
import { refundInvoice } from '../billing/refund/refund-invoice.ts';
import { setSeller } from './seller/set-seller.ts';

const app = useTestApp({ webhooks: false });
beforeAll(() => setSeller(app.deps, { partnerId: 0, series: 'HM', details: sampleInvoice().content.seller }));
const DAY = 86_400_000;

const mailsOf = async (domain: string, kind: RegExp) =>
  (await app.readMails()).filter(({ subject }) => subject.includes(domain) && kind.test(subject));
const filesOf = async (domain: string, kind: RegExp) =>
  (await mailsOf(domain, kind))
    .flatMap(({ attachments }) => attachments)
    .map(({ name }) => name)
    .sort();

async function upgrade({ token }: TestCustomer, planId: number): Promise<void> {
  const orderItems = [{ action: 'upgradePlan' as const, planId }];
  const { quoteId } = await app.must(calculateCharge, { orderItems }, { token });
  const { trackingId, stripeSecret } = await app.must(startPayment, { quoteId }, { token });
  if (stripeSecret !== null) await payByCard(app, stripeSecret);
  await app.must(processPayment, { trackingId }, { token });
}

test('the mail of a purchase, an upgrade, a renewal and a credit note carries the file that the panel downloads, each once [BIL-09]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 2, cycle: 'yearly' });
  await upgrade(customer, 56);
  await runDueWork(app.deps, new Date(app.clock.now().getTime() + 370 * DAY));
  const [renewed] = (await app.must(listInvoices, {}, { token: customer.token })).invoices;
  const wish = { number: renewed?.number ?? '', amountMinor: 1_000, reason: 'Outage', to: 'card' as const };
  await refundInvoice(app.deps, wish);
  await refundInvoice(app.deps, wish);
  const { invoices } = await app.must(listInvoices, {}, { token: customer.token });
  const numbers = invoices.map(({ number }) => `${number}.pdf`).sort();
  expect(numbers.length).toBe(4);
  await expect.poll(async () => filesOf(customer.domain, /./)).toEqual(numbers);
  const mails = await mailsOf(customer.domain, /./);
  const [credit] = await mailsOf(customer.domain, /^Credit note/);
  expect(credit?.text).toContain('Outage');
  expect(credit?.text).toContain(renewed?.number);
  for (const { attachments } of mails.filter((mail) => mail.attachments.length > 0)) {
    const [{ name, type, content } = { name: '', type: '', content: Buffer.alloc(0) }] = attachments;
    const { pdfUrl } = invoices.find(({ number }) => name === `${number}.pdf`) ?? { pdfUrl: '' };
    const headers = { authorization: `Bearer ${customer.token}`, 'x-auth': 'controlPanel' };
    const downloaded = Buffer.from(await (await fetch(`${app.baseUrl}${pdfUrl}`, { headers })).arrayBuffer());
    expect(type).toBe('application/pdf');
    expect(content.equals(downloaded), name).toBe(true);
    expect(content.toString('latin1')).toContain('(factur-x.xml)');
  }
});

test('a mail whose file can’t be made goes without it, the log says so, and a mail that is sent again arrives once', async () => {
  const domain = `${randomUUID()}.test`;
  const job = {
    messageId: randomUUID(),
    template: 'receipt',
    to: `owner@${domain}`,
    attrs: {
      ...{ partnerId: app.partner.partnerId, locale: 'en', domain, at: new Date().toISOString() },
      ...{ invoiceId: randomUUID(), amount: { minor: 1_200, currency: 'EUR' }, paidUntil: null },
    },
  };
  for (let times = 0; times < 2; times += 1)
    await app.deps.db.asSystem((tx) => app.deps.jobs.enqueue(tx, SEND_MAIL_WITH_FILE, job));
  await expect
    .poll(() => app.logged().split(`"messageId":"${job.messageId}","msg":"mail sent without its file"`).length - 1)
    .toBe(2);
  await expect.poll(async () => (await mailsOf(domain, /./)).map(({ attachments }) => attachments)).toEqual([[]]);
});
