import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { aConnectedDomain, aDomainElsewhere } from '../../../testing/sample-domain.ts';
import { openMailboxes } from '../../../testing/open-mailboxes.tsx';

test('above the mailboxes of a domain that is not proven it says that they wait, and leads to the set-up; a proven one has no note [VER-05]', async () => {
  const unproven = { mailState: 'waiting', mailReceives: false, mailSends: false } as const;
  const { api, location } = await openMailboxes({
    handlers: {
      readDomainConnection: () => aDomainElsewhere(unproven),
      checkDomain: () => aDomainElsewhere(unproven),
    },
  });
  const note = page.getByText("bluebottle.coffee can't send or receive yet");
  await expect.element(note).toBeVisible();
  await expectAccessible();
  api.use({
    readDomainConnection: () => aConnectedDomain({ mailState: 'local', mailReceives: true, mailSends: true }),
  });
  await expect.poll(() => api.live.count).toBe(1);
  api.live.send('domain-check', {});
  await expect.element(note).not.toBeInTheDocument();
  api.use({ readDomainConnection: () => aDomainElsewhere(unproven) });
  api.live.send('domain-check', {});
  await page.getByRole('link', { name: 'Set up the domain' }).click();
  await expect.poll(() => location().pathname).toBe('/domain-verification');
});
