import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import type { SupportVisit } from '@postern/contract/support-visits';
import { mayInVisit } from '@postern/domain/support-visits';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aLogin } from '../../testing/samples.ts';

const VISIT_ID = '00000000-0000-4000-8000-000000000301';
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const aVisit = (changes: Partial<SupportVisit> = {}): SupportVisit => ({
  ...{ visitId: VISIT_ID, staffName: 'Mara Lindqvist', company: 'Harbour Mail', reason: 'Mail doesn’t arrive' },
  ...{ ticket: '48213', state: 'open', askedAt: soon(-5), startedAt: soon(-5), expiresAt: soon(25) },
  ...{ endedAt: null, endedBy: null },
  ...changes,
});

test('the owner sees on every screen which supporter is here and why, and the bar goes once they end the visit [SUP-01]', async () => {
  let visits = [aVisit()];
  const { api } = await renderPanel('/email-accounts', {
    signedIn: aLogin(),
    viewport: [390, 844],
    handlers: {
      listSupportVisits: () => ({ consentRequired: false, visits }),
      endSupportVisit: () => {
        visits = [aVisit({ state: 'ended', endedAt: soon(0), endedBy: 'owner' })];
        return {};
      },
    },
  });
  const bar = page.getByRole('region', { name: 'Support visit' });
  await expect.element(bar.getByText(/^Mara Lindqvist from Harbour Mail support is in your panel$/)).toBeVisible();
  await expect.element(bar.getByText(/ticket 48213\. Until .* at the latest\.$/)).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
  await expectAccessible();
  await bar.getByRole('button', { name: 'End visit' }).click();
  await expect.element(bar).not.toBeInTheDocument();
  expect(api.callsOf('endSupportVisit')[0]?.input).toEqual({ visitId: VISIT_ID });
});

test('a visit that needs consent shows a question at once, and the owner answers it once [SUP-01]', async () => {
  let visits: SupportVisit[] = [];
  const { api } = await renderPanel('/activity', {
    signedIn: aLogin(),
    handlers: {
      listActivity: () => ({ entries: [], nextCursor: null, keptDays: 1095 }),
      listSupportVisits: () => ({ consentRequired: true, visits }),
      answerSupportVisit: ({ allow }) => {
        visits = allow ? [aVisit()] : [];
        return {};
      },
    },
  });
  await expect.element(page.getByRole('switch', { name: 'Ask me first' })).toBeChecked();
  visits = [aVisit({ state: 'waiting', startedAt: null })];
  await expect.poll(() => api.live.count).toBeGreaterThan(0);
  api.live.send('support-visits', { visitId: VISIT_ID });
  const question = page.getByRole('alertdialog', { name: 'Let Mara Lindqvist in?' });
  await expect.element(question).toBeVisible();
  await expectAccessible();
  await question.getByRole('button', { name: 'Allow' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: 'Support visit' })).toBeVisible();
  expect(api.callsOf('answerSupportVisit').map(({ input }) => input)).toEqual([{ visitId: VISIT_ID, allow: true }]);
});

const REFUSED = new Set<string>(
  ALL_OPERATIONS.filter(({ id, access }) => access === 'session' && !mayInVisit(id)).map(({ id }) => id),
);

test('a supporter is told on every screen that a visit doesn’t include, which then calls nothing that the server refuses [SUP-01]', async () => {
  const visit = { visitId: VISIT_ID, reason: 'No mail', ticket: null, expiresAt: soon(30), customerName: 'Ada Fields' };
  const login = aLogin({ adminType: 'customer', isDomainAdmin: false, visit });
  for (const path of ['/security', '/activity', '/billing-and-subscription', '/import-email', '/email-accounts/bulk']) {
    const { api } = await renderPanel(path, { signedIn: login });
    await expect.element(page.getByRole('heading', { name: 'Not part of a visit', level: 1 })).toBeVisible();
    expect(api.calls.filter(({ id }) => REFUSED.has(id)).map(({ id }) => id)).toEqual([]);
  }
  await expectAccessible();
  await page.getByRole('link', { name: 'To the mailboxes' }).click();
  await expect.element(page.getByRole('heading', { name: 'Mailboxes', level: 1 })).toBeVisible();
});
