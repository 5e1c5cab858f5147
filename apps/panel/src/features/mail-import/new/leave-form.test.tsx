import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPanel } from '../../../testing/render-panel.tsx';

test('what was typed for a new import is not lost without a question by links that change only the query [IMP-01]', async () => {
  const { location } = await renderPanel('/import-email', {
    signedIn: true,
    handlers: {
      fetchImportTasks: () => ({ tasks: [] }),
      listMissingAddresses: () => ({ addresses: [], count: 0 }),
      listImportSignIns: () => ({ signIns: [] }),
    },
  });
  const field = (name: string) => page.getByLabelText(name, { exact: true });
  await page.getByRole('link', { name: 'New import' }).click();
  await field('Old address').fill('ada@oldhost.example');
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect.element(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).last().click();
  await expect.element(field('Old address')).toHaveValue('ada@oldhost.example');
  await page.getByRole('link', { name: 'Import email' }).first().click();
  await expect.element(question).toBeVisible();
  expect(location().search).toBe('?new=1');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => location().search).toBe('');
  await expect.element(page.getByRole('heading', { name: 'Bring your mail with you' })).toBeVisible();
});
