import type { ActivityEntry } from '@postern/contract/activity';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aLogin } from '../../testing/samples.ts';

const MAY_4 = new Date(2026, 4, 4, 18, 5).toISOString();
const MAY_3 = new Date(2026, 4, 3, 9, 0).toISOString();
const ANNA = 'anna@bluebottle.coffee';
const idOf = (number: number) => `00000000-0000-4000-9000-0000000001${String(number).padStart(2, '0')}`;

const anEntry = (number: number, changes: Partial<ActivityEntry> = {}): ActivityEntry => ({
  ...{
    id: idOf(number),
    at: MAY_4,
    by: 'person',
    email: ANNA,
    action: 'alias.added',
    target: 'info@bluebottle.coffee',
  },
  ...{
    detail: null,
    amountMinor: null,
    currency: null,
    visit: null,
    undo: null,
    network: '192.0.2.1',
    browser: 'Firefox',
    os: 'Windows',
  },
  ...changes,
});

const RENEWED = {
  by: 'panel',
  email: null,
  action: 'subscription.renewed',
  target: null,
  network: '',
  browser: '',
} as const;
const ENTRIES = [
  anEntry(1),
  anEntry(2, { at: MAY_3, ...RENEWED, os: '', amountMinor: 5800, currency: 'EUR' }),
  anEntry(3, { at: MAY_3, action: 'something.newer' }),
];

test('an admin finds the activity in the account menu: by day, who changed what, when and from where; by area, by person, and earlier on request [EVT-01]', async () => {
  const { api } = await renderPanel('/activity', {
    signedIn: aLogin(),
    viewport: [390, 844],
    handlers: {
      listActivity: ({ cursor }) =>
        cursor === undefined
          ? { entries: ENTRIES, nextCursor: idOf(3), keptDays: 1095 }
          : { entries: [anEntry(4, { at: MAY_3, action: 'mailbox.deleted' })], nextCursor: null, keptDays: 1095 },
    },
  });
  const may4 = page.getByRole('list', { name: 'May 4, 2026' }).getByRole('listitem');
  const may3 = page.getByRole('list', { name: 'May 3, 2026' }).getByRole('listitem');
  await expect
    .element(may4)
    .toHaveTextContent(`Alias addedinfo@bluebottle.coffee${ANNA} · 192.0.2.1 · Firefox on Windows6:05 PM`);
  // A dot alone could end a line.
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) expect(words.currentNode.textContent?.trim()).not.toBe('·');
  await expect.element(may3.nth(0)).toHaveTextContent('Plan renewedAutomatic · €58.009:00 AM');
  await expect.element(may3.nth(1).getByText(/^Something was changed/)).toBeVisible();
  await page.getByRole('button', { name: 'Show earlier activity' }).click();
  await expect.element(may3.nth(2).getByText(/^Mailbox deleted/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
  await expectAccessible();
  await may4.getByRole('button', { name: `Show only what ${ANNA} did` }).click();
  await expect.element(page.getByText(`Only ${ANNA}`)).toBeVisible();
  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: 'Domain' }).click();
  await expect.poll(() => api.callsOf('listActivity').at(-1)?.input).toMatchObject({ person: ANNA, area: 'domain' });
  await page.getByRole('button', { name: 'Show what everyone did' }).click();
  await expect.poll(() => api.callsOf('listActivity').at(-1)?.input).not.toHaveProperty('person');
});

test('on the smallest phone a dot is in one line with the fact after it, however long the facts are [EVT-01]', async () => {
  const entries = Array.from({ length: 36 }, (_, at) => anEntry(at + 1, { detail: 'x'.repeat(at + 1) }));
  await renderPanel('/activity', {
    signedIn: aLogin(),
    viewport: [320, 720],
    handlers: { listActivity: () => ({ entries, nextCursor: null, keptDays: 1095 }) },
  });
  await expect.element(page.getByRole('list', { name: 'May 4, 2026' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
  const words = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
  const topOf = (node: Node, at: number) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return Math.round(range.getBoundingClientRect().top);
  };
  let dots = 0;
  while (words.nextNode()) {
    const { currentNode: node } = words;
    const dot = node.textContent?.indexOf('·') ?? -1;
    if (dot === -1) continue;
    dots += 1;
    expect(topOf(node, dot + 2), node.textContent ?? '').toBe(topOf(node, dot));
  }
  expect(dots).toBe(3 * entries.length);
});

test('the owner undoes a step of a visit from the activity: an added record at once, a plan after a question; other steps offer nothing [SUP-01] [DNS-01]', async () => {
  const visit = { visitId: idOf(90), staffName: 'Mara Lindqvist', company: 'Harbour Mail', reason: 'Records' };
  const done: string[] = [];
  const step = (number: number, changes: Partial<ActivityEntry>) =>
    anEntry(number, { by: 'support', email: null, target: 'bluebottle.coffee', visit, ...changes });
  const left = (kind: 'record' | 'plan', number: number) =>
    done.includes(idOf(number)) ? null : { kind, id: idOf(number) };
  await renderPanel('/activity', {
    signedIn: aLogin(),
    handlers: {
      listActivity: () => ({
        entries: [
          step(5, { action: 'dns-record.added', detail: 'TXT www', undo: left('record', 71) }),
          step(6, { action: 'dns-plan.applied', undo: left('plan', 72) }),
          step(7, { action: 'alias.added' }),
        ],
        nextCursor: null,
        keptDays: 1095,
      }),
      deleteDnsRecord: ({ recordId }) => (done.push(recordId), {}),
      undoDomainPlan: ({ undoId }) => (done.push(undoId), {}),
    },
  });
  await expect.element(page.getByText('DNS record added: TXT www')).toBeVisible();
  const buttons = page.getByRole('main').getByRole('button', { name: /^Undo/ });
  await expect.poll(() => buttons.all()).toHaveLength(2);
  await expectAccessible();
  await page.getByRole('button', { name: 'Undo: DNS record added: TXT www' }).click();
  await expect.element(page.getByText('The records are back as they were.')).toBeVisible();
  await expect.poll(() => buttons.all()).toHaveLength(1);
  await buttons.click();
  await expect.element(page.getByText(/^Mail to bluebottle\.coffee stops arriving here/)).toBeVisible();
  expect(done).toEqual([idOf(71)]);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => done).toEqual([idOf(71), idOf(72)]);
  await expect.poll(() => buttons.all()).toHaveLength(0);
});

test('the steps of a support visit are grouped under the supporter and the reason, and name the places where support looked [SUP-01] [EVT-01]', async () => {
  const visit = {
    ...{ visitId: idOf(90), staffName: 'Mara Lindqvist', company: 'Harbour Mail', reason: 'Mail doesn’t arrive' },
    ticket: '48213',
  };
  const step = (number: number, changes: Partial<ActivityEntry>) =>
    anEntry(number, { by: 'support', email: null, target: null, visit, ...changes });
  await renderPanel('/activity', {
    signedIn: aLogin(),
    handlers: {
      listActivity: () => ({
        entries: [
          step(5, { action: 'alias.added', target: 'info@bluebottle.coffee' }),
          anEntry(6),
          step(7, { action: 'visit.looked', detail: 'dnsRecords' }),
          step(8, { action: 'visit.allowed', by: 'person', email: ANNA }),
        ],
        nextCursor: null,
        keptDays: 1095,
      }),
    },
  });
  const group = page.getByRole('listitem').filter({ hasText: 'Mara Lindqvist, Harbour Mail support' });
  await expect.element(group.first().getByText(/^“Mail .* arrive”, ticket 48213$/)).toBeVisible();
  await expect.element(group.first().getByText('Alias added: info@bluebottle.coffee')).toBeVisible();
  await expect.element(group.first().getByText('Looked at the DNS records')).toBeVisible();
  await expect.element(group.first().getByText(`Visit allowed, by ${ANNA}`)).toBeVisible();
  await expectAccessible();
});
