import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import { openDomain } from '../../testing/open-domain.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aConnectedDomain, aDomainElsewhere } from '../../testing/sample-domain.ts';
import { aPartner, aSmallBusinessPartner } from '../../testing/samples.ts';

const shown = (data = aDomainElsewhere()) => {
  const { mxVerified, spfVerified, domainOwnershipVerified, dkimVerified, aVerified, cNameVerified, ...rest } = data;
  const { lastUpdated, nsRecords, provider, expectedRecords, failure, isChecking, findings, faults, lookUps } = rest;
  return {
    ...{ mxVerified, spfVerified, domainOwnershipVerified, dkimVerified, aVerified, cNameVerified },
    ...{ lastUpdated, nsRecords, provider, expectedRecords, failure, isChecking, findings, faults, lookUps },
    ...{ domainName: 'bluebottle.coffee', partnerId: 55, expiresAt: '2026-12-06T09:00:00.000Z' },
  };
};
const aLink = (n: number, sentTo: string | null) => ({
  ...{ linkId: `00000000-0000-4000-8000-00000000000${n}`, sentTo },
  address: `https://panel.test/domain-instructions#token-${n}`,
  ...{ createdAt: '2026-11-22T09:00:00.000Z', expiresAt: '2026-12-06T09:00:00.000Z' },
});

test('a link shows the records and their current state in the partner’s look, without a login [VER-01]', async () => {
  let found = aDomainElsewhere();
  const { api } = await renderPanel('/domain-instructions#a-token', {
    handlers: {
      readInstructions: () => shown(found),
      readPartnerInfo: ({ partnerId }) => (partnerId === 55 ? aSmallBusinessPartner() : aPartner()),
    },
  });
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Records to change for bluebottle.coffee');
  await expect.element(page.getByText('Sprout').first()).toBeVisible();
  await expect.element(page.getByText('1 of 3 records is correct')).toBeVisible();
  await expect
    .poll(() => api.callsOf('readInstructions').map(({ input }) => input))
    .toEqual([
      { token: 'a-token', isLook: false },
      { token: 'a-token', isLook: true },
    ]);
  expect(api.calls.filter(({ headers }) => headers.has('Authorization'))).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Print' })).toBeVisible();
  expect(page.getByRole('navigation').elements()).toEqual([]);
  await expectAccessible();
  found = aConnectedDomain();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect.element(page.getByText('There is nothing left to do. Thank you.')).toBeVisible();
});

test('a revoked or expired link says so, and one that couldn’t be opened may be tried again [VER-01]', async () => {
  const { api } = await renderPanel('/domain-instructions#a-token', {
    handlers: {
      readInstructions: () => {
        throw refusal('SERVICE_UNAVAILABLE');
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: "We couldn't open the records" })).toBeVisible();
  api.use({ readInstructions: () => Promise.reject(refusal('TOKEN_EXPIRED')) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expectAccessible();
});

test('the instructions are mailed or shared as a link, and each link can be revoked [VER-01]', async () => {
  let links = [aLink(1, null)];
  const { api } = await openDomain(aDomainElsewhere(), {
    handlers: {
      listInstructionLinks: () => ({ links }),
      createInstructionLink: ({ sendTo = null }) => {
        const link = aLink(links.length + 1, sendTo);
        links = [link, ...links];
        return { link };
      },
      revokeInstructionLink: ({ linkId }) => {
        links = links.filter((each) => each.linkId !== linkId);
        return {};
      },
    },
  });
  await page.getByRole('button', { name: 'Send these instructions to the person who manages the domain' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send the instructions' });
  await expect.element(dialog.getByRole('link', { name: 'Link to copy' })).toBeVisible();
  await expectAccessible();
  const email = dialog.getByRole('textbox', { name: 'Email address' });
  await email.fill('it@');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(dialog.getByText(/^Enter a complete email address/)).toBeVisible();
  await email.fill('IT@hoster.example');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(dialog.getByText('The link is on its way to it@hoster.example.')).toBeVisible();
  await expect.element(dialog.getByRole('link', { name: 'it@hoster.example' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Create a link to copy' }).click();
  await expect.poll(() => dialog.getByRole('link', { name: 'Link to copy' }).elements().length).toBe(2);
  await dialog.getByRole('button', { name: 'Turn off link: it@hoster.example' }).click();
  await expect.element(dialog.getByRole('link', { name: 'it@hoster.example' })).not.toBeInTheDocument();
  expect(api.callsOf('createInstructionLink').map(({ input }) => input)).toEqual([{ sendTo: 'it@hoster.example' }, {}]);
});

test('after the domain is connected no links are offered, and valid ones can be revoked [VER-01]', async () => {
  let links = [aLink(1, 'it@hoster.example')];
  const { api } = await openDomain(aConnectedDomain(), {
    handlers: {
      listInstructionLinks: () => ({ links }),
      revokeInstructionLink: () => {
        links = [];
        return {};
      },
    },
  });
  const send = page.getByRole('button', { name: /^Send these instructions/ });
  const open = page.getByRole('button', { name: 'Links to the instructions' });
  await open.click();
  await expect.element(send).not.toBeInTheDocument();
  const dialog = page.getByRole('dialog', { name: 'Send the instructions' });
  await dialog.getByRole('button', { name: 'Turn off link: it@hoster.example' }).click();
  await expect.element(dialog.getByText('There are no links yet.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(open).not.toBeInTheDocument();
  expect(api.callsOf('createInstructionLink')).toEqual([]);
});

test('where modals are pages, the share dialog replaces the records [VER-01]', async () => {
  localStorage.setItem('view', 'widget');
  await openDomain(aDomainElsewhere(), {
    handlers: { listInstructionLinks: () => ({ links: [] }) },
    keepStorage: true,
  });
  await page.getByRole('button', { name: /^Send these instructions/ }).click();
  await expect.element(page.getByRole('heading', { name: 'Send the instructions' })).toBeVisible();
  await expect.element(page.getByText('1 of 3 records is correct')).not.toBeVisible();
  await expectAccessible();
});
