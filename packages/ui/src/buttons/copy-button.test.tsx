import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoFaults, renderUi } from '../testing/render-ui.tsx';
import { CopyButton } from './copy-button.tsx';

function Record() {
  const source = useRef<HTMLElement>(null);
  return (
    <>
      <code ref={source}>mx1.harbour.example.</code>
      <CopyButton
        text="mx1.harbour.example."
        source={source}
        idleLabel="Copy"
        copiedLabel="Copied"
        failedLabel="Press Ctrl+C to copy"
        subject="MX value"
      />
    </>
  );
}
const button = () => page.getByRole('button');
const frame = () => new Promise(requestAnimationFrame);
/** By keyboard and frame by frame: the test runner's clicks and waits would move the clock that the test holds. */
async function press(told: string) {
  button().element().focus();
  await userEvent.keyboard('{Enter}');
  while (!document.body.textContent.includes(told)) await frame();
}
const pass = (ms: number) => flushSync(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the button says for 3000 ms that it copied, and then can be pressed again [SHL-08]', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await renderUi(<Record />);
  const width = button().element().getBoundingClientRect().width;
  await press('Copied');
  expect(write).toHaveBeenCalledWith('mx1.harbour.example.');
  await expect.element(button()).toHaveAccessibleName('Copied MX value');
  await expect.element(page.getByRole('status')).toHaveTextContent('Copied');
  expect(button().element().getBoundingClientRect().width).toBe(width);
  pass(2999);
  await expect.element(button()).toHaveAccessibleName('Copied MX value');
  pass(1);
  await expect.element(button()).toHaveAccessibleName('Copy MX value');
  vi.useRealTimers();
  await expectNoFaults();
});

test('a denied clipboard is reported, and the text is selected for the keyboard [SHL-08]', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  await renderUi(<Record />);
  await press('Press Ctrl+C');
  await expect.element(page.getByRole('status')).toHaveTextContent('Press Ctrl+C to copy');
  expect(window.getSelection()?.toString()).toBe('mx1.harbour.example.');
  pass(3000);
  await expect.element(button()).toHaveAccessibleName('Copy MX value');
});
