import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-panel.tsx';
import { MenuButton } from './menu-button.tsx';

test('a press that begins before the menu has loaded opens it, wherever the press ends [MBX-04]', async () => {
  await renderScreen(<MenuButton label="Actions for bert@bluebottle.coffee" items={[{ id: 'copy', label: 'Copy' }]} />);
  const button = page.getByRole('button', { name: 'Actions for bert@bluebottle.coffee' }).element();
  button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
  await expect.element(page.getByRole('menuitem', { name: 'Copy' })).toBeVisible();
});
