import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openMailboxes } from '../../../testing/open-mailboxes.tsx';

test('typing in the search is not a visit, nor is going back from the results [EVT-01]', async () => {
  const { api, location, history } = await openMailboxes();
  await page.getByRole('searchbox').fill('ada');
  await expect.element(page.getByText(/^\d found$/)).toBeVisible();
  await expect.poll(() => location().href).toBe('/email-accounts?q=ada');
  history.push('/email-accounts');
  await expect.element(page.getByRole('searchbox')).toHaveValue('');
  const visits = () => api.callsOf('reportEntityChange').filter((call) => call.input['name'] === 'page_visit');
  await expect.poll(() => visits().map((call) => call.input['attrs'])).toEqual([{ path: '/email-accounts' }]);
});
