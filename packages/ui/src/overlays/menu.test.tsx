import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { IconButton } from '../buttons/icon-button.tsx';
import { expectNoFaults, renderUi } from '../testing/render-ui.tsx';
import { Menu, type MenuEntry, type MenuPosition } from './menu.tsx';

const rename = vi.fn();
const remove = vi.fn();
const items: readonly MenuEntry[] = [
  { id: 'rename', label: 'Rename', onSelect: rename },
  { id: 'suspend', label: 'Suspend', disabled: true },
  'separator',
  { id: 'delete', label: 'Delete', danger: true, onSelect: remove },
];
const middle = 'fixed top-1/2 left-1/2';
const trigger = () => page.getByLabelText('Actions for it');
const item = (name: string) => page.getByRole('menuitem', { name });

function aMenu(position?: MenuPosition) {
  return (
    <Menu
      position={position}
      items={items}
      trigger={
        <IconButton label="Actions for it" className={middle}>
          …
        </IconButton>
      }
    />
  );
}

test('an open menu is inside the page’s landmark, where a screen reader expects it [MBX-01]', async () => {
  await renderUi(aMenu());
  await userEvent.click(trigger());
  await expect.element(item('Rename')).toBeVisible();
  expect(page.getByRole('menu').element().closest('main')).not.toBeNull();
});

test('a menu is opened, walked and used from the keyboard, and gives the focus back', async () => {
  await renderUi(aMenu());
  trigger().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(item('Rename')).toHaveFocus();
  await expectNoFaults();
  await userEvent.keyboard('{End}');
  await expect.element(item('Delete')).toHaveFocus();
  await userEvent.keyboard('r');
  await expect.element(item('Rename')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rename.mock.calls.length).toBe(1);
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(trigger()).toHaveFocus();
});

test('Escape leaves a menu without doing anything', async () => {
  await renderUi(aMenu());
  await userEvent.click(trigger());
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(trigger()).toHaveFocus();
  expect(remove).not.toHaveBeenCalled();
});

test.for<MenuPosition>(['bottom-right', 'bottom-left', 'top-right', 'top-left'])(
  'a menu opens at %s of its button [SHL-08]',
  async (position) => {
    await page.viewport(1000, 800);
    await renderUi(aMenu(position));
    await userEvent.click(trigger());
    const [side, edge] = position.split('-');
    const place = () => {
      const menu = page.getByRole('menu').element().getBoundingClientRect();
      const button = trigger().element().getBoundingClientRect();
      return {
        isBeyond: side === 'bottom' ? menu.top >= button.bottom : menu.bottom <= button.top,
        isFlush: Math.round(edge === 'right' ? menu.right - button.right : menu.left - button.left) === 0,
      };
    };
    await expect.poll(place).toEqual({ isBeyond: true, isFlush: true });
  },
);
