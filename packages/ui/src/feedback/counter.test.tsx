import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoFaults, renderUi } from '../testing/render-ui.tsx';
import { Counter } from './counter.tsx';

function Boxes({ start = 3, seen }: { start?: number; seen?: (value: number) => void }) {
  const [value, setValue] = useState(start);
  return (
    <Counter
      value={value}
      onValueChange={(next) => {
        seen?.(next);
        setValue(next);
      }}
      min={1}
      max={20}
      label="Mailboxes"
      decreaseLabel="One fewer"
      increaseLabel="One more"
    />
  );
}
const input = () => page.getByRole('spinbutton', { name: 'Mailboxes' });
const fewer = () => page.getByLabelText('One fewer');
const more = () => page.getByLabelText('One more');

test('the counter’s buttons are disabled at its ends, and the focus stays in it', async () => {
  await renderUi(<Boxes start={2} />);
  await userEvent.click(fewer());
  await expect.element(input()).toHaveValue('1');
  await expect.element(fewer()).toBeDisabled();
  await expect.element(input()).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(input()).toHaveValue('20');
  await expect.element(more()).toBeDisabled();
  await expectNoFaults();
});

test('a typed value is clamped to the limits, and an empty field changes nothing', async () => {
  const seen = vi.fn();
  await renderUi(<Boxes seen={seen} />);
  for (const [typed, kept] of [
    ['99', '20'],
    ['0', '1'],
    ['7', '7'],
    ['', '7'],
  ] as const) {
    await userEvent.click(input());
    await userEvent.keyboard(`{Control>}a{/Control}${typed === '' ? '{Backspace}' : ''}${typed}`);
    await userEvent.tab();
    await expect.element(input()).toHaveValue(kept);
  }
  await expect.poll(() => seen.mock.calls.flat().at(-1)).toBe(7);
});

test('a typed value counts while it is typed, so that a price beside it never lags behind', async () => {
  const seen = vi.fn();
  await renderUi(<Boxes seen={seen} />);
  await userEvent.click(input());
  await userEvent.keyboard('{Control>}a{/Control}12');
  await expect.poll(() => seen.mock.calls.flat()).toEqual([1, 12]);
  await expect.element(input()).toHaveFocus();
  // Above the limit it waits until the field is left, and is then the limit.
  await userEvent.keyboard('0');
  await userEvent.tab();
  await expect.element(input()).toHaveValue('20');
  expect(seen.mock.calls.flat()).toEqual([1, 12, 20]);
});

test('what is no whole number stays as it was typed, is marked wrong, and leaves the value as it was', async () => {
  const seen = vi.fn();
  await renderUi(<Boxes seen={seen} />);
  for (const typed of ['1,5', '-5', '2.0', 'ten']) {
    await userEvent.click(input());
    await userEvent.keyboard(`{Control>}a{/Control}${typed}`);
    await userEvent.tab();
    await expect.element(input()).toHaveValue(typed);
    await expect.element(input()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(input()).toHaveAttribute('aria-valuenow', '3');
  }
  await userEvent.click(more());
  await expect.element(input()).toHaveValue('4');
  await expect.element(input()).not.toHaveAttribute('aria-invalid');
});

test('arrows step by one, pages by ten, and a screen reader hears value and limits', async () => {
  await renderUi(<Boxes />);
  await userEvent.click(input());
  await userEvent.keyboard('{ArrowUp}{PageUp}{ArrowDown}');
  await expect.element(input()).toHaveValue('13');
  await expect.element(input()).toHaveAttribute('aria-valuenow', '13');
  await expect.element(input()).toHaveAttribute('aria-valuemin', '1');
  await expect.element(input()).toHaveAttribute('aria-valuemax', '20');
});

test('a held button keeps counting up to the limit and no further', async () => {
  const seen = vi.fn();
  await renderUi(<Boxes start={18} seen={seen} />);
  more()
    .element()
    .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
  await expect.element(input()).toHaveValue('20');
  await expect.element(more()).toBeDisabled();
  await expect.poll(() => seen.mock.calls.flat()).toEqual([19, 20]);
});
