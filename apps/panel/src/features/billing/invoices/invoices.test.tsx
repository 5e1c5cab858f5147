import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import type { Answer } from '../../../testing/operations.ts';
import { renderPanel } from '../../../testing/render-panel.tsx';
import { aCurrentPlan } from '../../../testing/samples.ts';

type Invoice = Answer<'listInvoices'>['invoices'][number];

const ID = '0b9c3f5e-0000-4000-8000-00000000000';
const anInvoice = (at: number, changes: Partial<Invoice> = {}): Invoice => ({
  ...{ invoiceId: `${ID}${at}`, number: `HM-2026-0000${at}`, kind: 'invoice', issuedOn: '2026-09-01', status: 'paid' },
  ...{ currency: 'EUR', net: 46.24, tax: 10.64, total: 56.88, paid: 56.88, credit: 0, pdfUrl: '', xmlUrl: '' },
  lines: [
    {
      ...{ kind: 'charge', text: 'Business Pro', quantity: 3, unitPrice: 29, from: '2026-09-01', to: '2027-03-14' },
      ...{ days: 194, ofDays: 365, net: 46.24, tax: [{ name: 'VAT', rateBasisPoints: 2300 }] },
    },
  ],
  ...changes,
});
const NOTE = anInvoice(2, {
  ...{ number: 'HM-CN-2026-00031', kind: 'credit-note', correctsNumber: 'HM-2026-00001', lines: [] },
  ...{ total: -20, net: -16.26, tax: -3.74, paid: 0, credit: -20 },
});

const FAILED = anInvoice(4, {
  ...{ number: 'HM-CN-2026-00032', kind: 'credit-note', correctsNumber: 'HM-2025-00714', lines: [] },
  ...{ total: -12.3, net: -10, tax: -2.3, paid: -12.3, credit: 0, refundFailed: true },
});

/** Answers file calls, which have no operation, and says what was asked for. */
function serveFiles(answer: () => Response): string[] {
  const asked: string[] = [];
  const fake = globalThis.fetch;
  globalThis.fetch = (target, init) => {
    const { pathname } = new URL(new Request(target, init).url);
    if (!/\.(pdf|xml)$/.test(pathname)) return fake(target, init);
    asked.push(
      `${pathname} ${new Headers(init?.headers).get('Authorization') === null ? 'without' : 'with'} a session`,
    );
    return Promise.resolve(answer());
  };
  return asked;
}

test('invoices are listed with where the money went, also where a card didn’t take it, credit notes under their name, and each comes as PDF and XML [BIL-02]', async () => {
  await page.viewport(390, 844);
  const pages = { invoices: [FAILED, NOTE, anInvoice(1)], nextCursor: 'HM-2026-00001', total: 4 };
  const earlier = { invoices: [anInvoice(3)], nextCursor: null, total: 4 };
  const { api } = await renderPanel('/billing-and-subscription', {
    signedIn: true,
    viewport: [390, 844],
    handlers: {
      readCurrentPlan: () => ({ currentPlan: aCurrentPlan() }),
      readBillingOverview: () => ({ currency: 'EUR', charges: [], orders: [] }),
      readCard: () => ({
        card: {
          ...{ paymentMethodId: 'pm_1', funding: 'credit', walletType: 'card', brand: 'visa' },
          ...{ lastFourDigits: '4242', expMonth: 8, expYear: 2028 },
        },
        history: [],
        mayRemove: true,
      }),
      readBillingAddress: () => ({
        billingAddress: {
          ...{ email: 'ada@bluebottle.coffee', name: 'Ada Fields', companyName: '', country: 'IE' },
          ...{ companyAddress: '14 Quay Street', city: 'Galway', state: '', zipCode: '' },
        },
        customerTaxDetails: { taxDetails: [] },
        mayChange: true,
      }),
      listInvoices: ({ cursor }) => (cursor === undefined ? pages : earlier),
    },
  });
  const list = page.getByRole('region', { name: 'Invoices' });
  for (const text of [
    'Business Pro, 3 mailboxes',
    'Credit note for HM-2026-00001',
    'Kept as credit',
    '−€20.00',
    'Paid',
    '€56.88',
  ])
    await expect.element(list.getByText(text, { exact: true })).toBeVisible();
  await expect.element(list.getByText('Refund failed', { exact: true })).toBeVisible();
  await expect.element(list.getByText("Your bank didn't accept this refund. We still owe you €12.30.")).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
  await expectAccessible();
  const asked = serveFiles(() => new Response('%PDF'));
  await list.getByRole('button', { name: 'PDF of HM-CN-2026-00031' }).click();
  await expect.poll(() => asked).toEqual([`/panel/billing/invoices/${ID}2.pdf with a session`]);
  serveFiles(() =>
    Response.json({ code: 'NOT_FOUND' }, { status: 404, headers: { 'Content-Type': 'application/problem+json' } }),
  );
  await list.getByRole('button', { name: 'XML e-invoice of HM-2026-00001' }).click();
  await expect.element(page.getByText(/There is no e-invoice for this one/)).toBeVisible();
  await list.getByRole('button', { name: 'Show earlier invoices' }).click();
  await expect
    .poll(() => api.callsOf('listInvoices').map(({ input }) => [input['limit'], input['cursor']]))
    .toEqual([
      ['10', undefined],
      [undefined, 'HM-2026-00001'],
    ]);
  await expect.element(list.getByText(/^HM-2026-00003/)).toBeVisible();
  await expect.element(list.getByRole('button', { name: 'Show earlier invoices' })).not.toBeInTheDocument();
});

test.each(['zh-hans-cn', 'zh-hant-tw', 'ja'] as const)(
  'a date stays in one line, however narrow its place is, in %s [BRD-04]',
  async (locale) => {
    await renderPanel('/billing-and-subscription', {
      signedIn: true,
      locale,
      viewport: [320, 720],
      handlers: {
        readBillingOverview: () => ({ currency: 'EUR', charges: [], orders: [] }),
        listInvoices: () => ({ invoices: [anInvoice(1)], nextCursor: null, total: 1 }),
      },
    });
    await expect.element(page.getByText('HM-2026-00001')).toBeVisible();
    const date = [...document.querySelectorAll('li span')].find(
      (span) => span.childElementCount === 0 && span.textContent?.startsWith('2026'),
    );
    if (!(date instanceof HTMLElement)) throw new Error('There is no date.');
    Object.assign(date.style, { whiteSpace: 'normal', overflowWrap: 'normal', display: 'block', width: '1px' });
    const range = document.createRange();
    range.selectNodeContents(date);
    expect(new Set([...range.getClientRects()].map(({ top }) => top)).size).toBe(1);
  },
);
