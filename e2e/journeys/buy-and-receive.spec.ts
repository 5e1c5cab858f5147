import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import { PHONE, WIDE } from '../sizes.ts';
import { sendMail } from '../server/send-mail.ts';
import { CARDS, enterPanel, fillCard, fillDetails, leaveDetailsStep, leavePlanStep } from '../steps/buy.ts';
import { mailboxRow } from '../steps/mailboxes.ts';

/** Each brand at one size. */
const BRANDS = [
  { partner: 54, brand: 'general', company: 'Harbour Mail', size: WIDE, place: 'on a wide screen' },
  { partner: 61, brand: 'neo', company: 'Sprout', size: PHONE, place: 'on a phone' },
];
const BYTES_PER_MB = 1_048_576;

for (const { partner, brand, company, size, place } of BRANDS) {
  test.describe(place, () => {
    test.use(size);
    test(`a customer of ${company} buys, creates a mailbox and receives mail in it [PUR-01, PUR-02, PUR-03, PUR-05, PUR-06, MBX-02, MBX-11, MBX-13, BRD-01, SHL-06]`, async ({
      page,
      postern,
      newDomain,
    }) => {
      const domain = newDomain('bakery');
      const email = `owner@${domain.replace('.example', '-home.example')}`;
      const wish = { partner, domain, email, plan: 'pro', country: 'DE', name: 'Rosa Brandt' };
      const buyer = page;

      await test.step('plan', async () => {
        await buyer.goto(await postern.purchaseLink(wish));
        await expect(buyer.getByRole('heading', { name: `Pro for ${domain}`, level: 1 })).toBeVisible();
        await expect(buyer.locator('html')).toHaveAttribute('data-brand', brand);
        await expect(buyer.getByRole('banner')).toContainText(company);
        await expect(buyer, 'the link leaves the address').toHaveURL((url) => url.search === '');
        await expectAccessible(buyer);
        await buyer.getByRole('radio', { name: /Every month/ }).click();
        await buyer.getByRole('button', { name: 'One mailbox more' }).click();
        await expect(buyer.getByRole('spinbutton', { name: 'Mailboxes' })).toHaveValue('2');
        await expect(buyer.getByText('€5.80').filter({ visible: true }).first()).toBeVisible();
      });

      await test.step('details', async () => {
        await leavePlanStep(buyer);
        await expect(buyer.getByRole('listitem').filter({ hasText: 'Your details' })).toHaveAttribute(
          'aria-current',
          'step',
        );
        await expect(buyer.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
        await expect(buyer.getByRole('textbox', { name: 'Full name' })).toHaveValue('Rosa Brandt');
        await expect(buyer.getByRole('combobox', { name: 'Country' })).toHaveValue('Germany');
        await fillDetails(buyer);
        await expectAccessible(buyer);
        await leaveDetailsStep(buyer);
      });

      await test.step('payment', async () => {
        await fillCard(buyer, CARDS.good);
        await expect(buyer.getByRole('checkbox', { name: /Renew automatically/ })).toBeChecked();
        await expectAccessible(buyer);
        await buyer.getByRole('button', { name: 'Pay €5.80' }).click();
        await expect(buyer.getByRole('heading', { name: 'Thank you. Your order is complete.' })).toBeVisible();
        await expect(buyer.getByText(`PRO for ${email}. You are signed in.`)).toBeVisible();
        await expectAccessible(buyer);
        await enterPanel(buyer);
      });

      const address = `orders@${domain}`;
      await test.step('mailbox', async () => {
        await expectAccessible(buyer);
        await buyer.getByRole('button', { name: 'Create mailbox' }).click();
        const form = buyer.getByRole('dialog', { name: 'Create a mailbox' });
        await form.getByRole('textbox', { name: 'Who is it for?' }).fill('Orders');
        await form.getByRole('textbox', { name: 'Address' }).fill('orders');
        await expectAccessible(buyer);
        await form.getByRole('button', { name: 'Create mailbox' }).click();
        const created = buyer.getByRole('dialog', { name: 'Mailbox created' });
        await expect(created).toContainText(address);
        await expectAccessible(buyer);
        await created.getByRole('button', { name: 'Done' }).click();
        await expect(mailboxRow(buyer, 'Orders')).toBeVisible();
      });

      await test.step('mail', async () => {
        const sent = await sendMail(postern.smtpPort, address, 2 * BYTES_PER_MB);
        if (!sent.accepted) throw new Error(`the message was refused with ${sent.code}`);
        await buyer.reload();
        const storage = mailboxRow(buyer, 'Orders').getByText(/MB\sof 10\sGB/);
        await expect(storage).toBeVisible();
        const shownMb = Number.parseFloat((await storage.innerText()).match(/([\d.]+)\sMB/)?.[1] ?? '');
        expect(shownMb).toBeGreaterThan(2.5);
        expect(Math.abs(shownMb - sent.sizeBytes / BYTES_PER_MB)).toBeLessThan(0.06);
        await expectAccessible(buyer);
        expect(await sendMail(postern.smtpPort, `nobody@${domain}`)).toEqual({ accepted: false, code: 550 });
      });
    });
  });
}
