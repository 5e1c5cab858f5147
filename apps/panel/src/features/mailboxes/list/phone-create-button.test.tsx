import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openMailboxes, PHONE } from '../../../testing/open-mailboxes.tsx';

const create = () => page.getByRole('button', { name: 'Create mailbox' });
const createSeveral = () => page.getByRole('link', { name: 'Create several' });
const topOf = (element: Element) => Math.round(element.getBoundingClientRect().top);

test('on a phone the main action is within reach of a thumb; in a partner’s page, whose bottom may be out of sight, it is in the head [WID-01] [MOB-02]', async () => {
  await openMailboxes({ viewport: PHONE });
  await expect.element(create()).toBeVisible();
  expect(topOf(create().element())).toBeGreaterThan(PHONE[1] - 100);
  expect(createSeveral().elements()).toHaveLength(1);
  await openMailboxes({ viewport: PHONE, isFramed: true });
  await expect.element(create()).toBeVisible();
  expect(createSeveral().elements()).toHaveLength(1);
  expect(topOf(create().element())).toBeLessThan(PHONE[1] / 3);
});
