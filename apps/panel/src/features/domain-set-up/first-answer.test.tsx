import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { gate } from '../../testing/fake-api.ts';
import { openDomain } from '../../testing/open-domain.ts';
import { aDomainElsewhere, aSilentDomain } from '../../testing/sample-domain.ts';

const card = (name: string) => page.getByRole('region', { name, exact: true });
const checkNow = () => page.getByRole('button', { name: 'Check now' });

test('until the first answer the page names what it looks for, and says neither that it failed nor how much is to change [VER-01]', async () => {
  const never = { mxVerified: false, spfVerified: false, domainOwnershipVerified: false, dkimVerified: false };
  const unseen = aDomainElsewhere({ ...never, lastUpdated: null, findings: [] });
  const wait = gate();
  await openDomain(unseen, { handlers: { checkDomain: () => wait.closed.then(() => aDomainElsewhere()) } });
  await expect.element(page.getByText(/^We're looking at the records/)).toBeVisible();
  await expect.element(card('MX records')).toMatchTextContent(/Checking/);
  await expect.element(page.getByText(/We couldn't check|Change .* records/)).not.toBeInTheDocument();
  await expectAccessible();
  wait.open();
  await expect.element(page.getByText(/^Your domain is at|^Change two records/)).toBeVisible();
});

test('the instructions for another person are offered above the records [VER-01]', async () => {
  await openDomain(aDomainElsewhere());
  const offer = page.getByRole('button', { name: /^Send these instructions/ });
  await expect.element(offer).toBeVisible();
  const records = page.getByRole('group', { name: 'Records', exact: true });
  const order = offer.element().compareDocumentPosition(records.element());
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

test.for([
  ['HOST_NOT_FOUND', "We can't find bluebottle.coffee", false],
  ['DOMAIN_NOT_FOUND', "We can't find bluebottle.coffee", false],
  ['NAME_SERVER_NOT_FOUND', "The name servers of bluebottle.coffee can't be found", true],
  ['ZONE_INACTIVE', "The name servers of bluebottle.coffee don't know it yet", true],
  ['OTHER', "We couldn't read the answer about bluebottle.coffee", true],
] as const)(
  '%s has words of its own, and the cookie where nobody could say [VER-06]',
  async ([failure, title, isUnknown]) => {
    await openDomain(aSilentDomain({ failure, mxVerified: false, status: 'unknown' }));
    await expect.element(page.getByRole('status').filter({ hasText: title })).toBeVisible();
    // The answer that there is no such name is an answer: nothing was left unchecked.
    const toast = page.getByText("We couldn't check all records of bluebottle.coffee.");
    await expect.element(checkNow()).toBeEnabled();
    await expect.poll(() => toast.query() !== null).toBe(isUnknown);
    await expect.poll(() => document.cookie.includes('domainConnectStatus=unknown')).toBe(isUnknown);
  },
);
