import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { aPlan, openDns } from '../../testing/open-dns.tsx';
import type { PlanChange } from '../domain-plan/queries.ts';

const addMx: PlanChange = {
  ...{
    action: 'add',
    before: [],
    after: [{ type: 'MX', host: '@', ttlSeconds: 3600, value: '10 mx1.harbour.example' }],
  },
  why: { purpose: 'mx', verdict: 'missing', code: 'ADD_RECORD' },
};
const seen = (name: string, more: object = {}) => ({
  ...{ email: `${name}@bluebottle.coffee`, isSource: false, messages: 12, lastSeenAt: '2026-11-03T10:00:00.000Z' },
  ...{ seenIn: ['ada@bluebottle.coffee', 'bert@bluebottle.coffee'], ...more },
});
const MISSING = [
  seen('old-name', { isSource: true, messages: 0, lastSeenAt: null, seenIn: ['ada@bluebottle.coffee'] }),
  ...['info', 'sales', 'orders', 'jobs', 'press'].map((name) => seen(name)),
];
const listMissingAddresses = () => ({ addresses: MISSING, count: MISSING.length });
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('before the mail moves, addresses without a home are listed with where they were seen; one press fills them in to be created [IMP-02]', async () => {
  const { location } = await openDns({ handlers: { planDomain: () => aPlan([addMx]), listMissingAddresses } });
  await expect.element(page.getByText("Six addresses don't exist here yet")).toBeVisible();
  const first = page.getByRole('list', { name: "Addresses that don't exist here" });
  await expect.element(first.getByText(/Imported into ada@bluebottle.coffee$/)).toBeVisible();
  await expect
    .element(first.getByText(/Recipient of 12 messages imported into .* and one other, last on Nov.*\s3/).first())
    .toBeVisible();
  await expectAccessible();
  await button('Create 6 mailboxes').click();
  await expect.poll(() => location().pathname).toBe('/email-accounts/bulk');
  await expect
    .element(page.getByRole('textbox', { name: 'One mailbox per line' }))
    .toHaveValue(MISSING.map(({ email }) => email).join('\n'));
});

test('going on without them hides the note for the visit, and a plan that leaves the mail where it is shows none [IMP-02]', async () => {
  const { api } = await openDns({ handlers: { planDomain: () => aPlan([addMx]), listMissingAddresses } });
  await button('Continue anyway').click();
  await expect.element(page.getByText("Six addresses don't exist here yet")).not.toBeInTheDocument();
  await expect.element(button('Set up for me')).toBeVisible();
  expect(api.callsOf('listMissingAddresses')).toHaveLength(1);
  const { api: other } = await openDns({ handlers: { listMissingAddresses } });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(other.callsOf('listMissingAddresses')).toEqual([]);
});
