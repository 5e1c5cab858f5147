import { useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FootBar } from '../layout/foot-bar.tsx';
import { expectNoFaults, renderUi } from '../testing/render-ui.tsx';
import { createToastQueue, type ToastContent } from './toast-queue.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function withToast(...contents: ToastContent[]) {
  const queue = createToastQueue();
  await renderUi(<button type="button">Elsewhere</button>, { queue });
  await userEvent.hover(page.getByRole('button', { name: 'Elsewhere' }));
  for (const content of contents) flushSync(() => void queue.show(content));
  return queue;
}
/** Stops the toasts' clock, or lets it run. */
async function running(timers: number) {
  await expect.poll(() => vi.getTimerCount()).toBe(timers);
}
const pass = (ms: number) => flushSync(() => vi.advanceTimersByTime(ms));

test('a toast appears at the bottom centre and leaves after 4000 ms [SHL-08]', async () => {
  await withToast({ kind: 'success', text: 'Mailbox created.' });
  const { x, width, bottom } = document.querySelector('[data-slot=toast]')!.getBoundingClientRect();
  expect(Math.abs(x + width / 2 - window.innerWidth / 2)).toBeLessThan(1);
  expect(window.innerHeight - bottom).toBeLessThan(40);
  pass(3999);
  await expect.element(page.getByText('Mailbox created.')).toBeVisible();
  pass(1);
  await expect.element(page.getByText('Mailbox created.')).not.toBeInTheDocument();
});

test('a toast can be closed, by pointer and by Escape [SHL-08]', async () => {
  const queue = await withToast({ text: 'One.', durationMs: Number.POSITIVE_INFINITY });
  await userEvent.click(page.getByRole('button', { name: 'Close message' }));
  await expect.element(page.getByText('One.')).not.toBeInTheDocument();
  flushSync(() => void queue.show({ text: 'Two.', durationMs: Number.POSITIVE_INFINITY }));
  page.getByRole('button', { name: 'Close message' }).element().focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Two.')).not.toBeInTheDocument();
});

test('a toast waits while the pointer or the focus is on it', async () => {
  // Long, because time passes while the test runner's pointer moves.
  const durationMs = 60_000;
  await withToast({ text: 'Read me.', durationMs });
  await userEvent.hover(page.getByText('Read me.'));
  await running(0);
  pass(2 * durationMs);
  await expect.element(page.getByText('Read me.')).toBeVisible();
  page.getByRole('button', { name: 'Close message' }).element().focus();
  await userEvent.hover(page.getByRole('button', { name: 'Elsewhere' }));
  pass(2 * durationMs);
  await expect.element(page.getByText('Read me.')).toBeVisible();
  page.getByRole('button', { name: 'Elsewhere' }).element().focus();
  await running(1);
  pass(durationMs);
  await expect.element(page.getByText('Read me.')).not.toBeInTheDocument();
});

test('a toast with an action stays until it is answered', async () => {
  const onPress = vi.fn();
  await withToast({ text: 'You are offline.', actions: [{ label: 'Try again', onPress }] });
  pass(600_000);
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => onPress.mock.calls.length).toBe(1);
  await expect.element(page.getByText('You are offline.')).not.toBeInTheDocument();
});

test('closing the last toast from the keyboard gives the focus back', async () => {
  const durationMs = Number.POSITIVE_INFINITY;
  await withToast({ text: 'One.', durationMs }, { text: 'Two.', durationMs });
  page.getByRole('button', { name: 'Elsewhere' }).element().focus();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('One.')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Close message' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
});

test('live regions that were there before announce toasts, errors at once, and each kind has its own icon', async () => {
  const queue = await withToast();
  const region = page.getByRole('region', { name: 'Messages', includeHidden: true }).element();
  const [assertive, polite] = ['assertive', 'polite'].map((live) => region.querySelector(`[aria-live=${live}]`));
  flushSync(() => {
    queue.show({ kind: 'error', text: 'It failed.' });
    queue.show({ kind: 'success', text: 'It worked.' });
    queue.show({ kind: 'info', text: 'By the way.' });
  });
  expect(assertive?.textContent).toBe('It failed.');
  expect(polite?.textContent).toBe('It worked.By the way.');
  const signs = [...region.querySelectorAll('[data-icon]')].map((icon) => icon.getAttribute('data-icon'));
  expect(signs).toEqual(['bad', 'good', 'info']);
  expect(region.querySelector('[role=dialog], [role=alertdialog]')).toBeNull();
  vi.useRealTimers();
  await expectNoFaults();
});

test('a toast that is shown again with its id restarts its timer and isn’t doubled', async () => {
  const queue = await withToast({ id: 'saved', text: 'Saved.' });
  pass(3000);
  flushSync(() => void queue.show({ id: 'saved', text: 'Saved.' }));
  pass(3000);
  expect(page.getByText('Saved.').elements()).toHaveLength(1);
  pass(1000);
  await expect.element(page.getByText('Saved.')).not.toBeInTheDocument();
});

function Leaving() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setThere(false)}>
        Leave
      </button>
      {isThere && <FootBar className="fixed inset-x-0 bottom-0 h-18">Total</FootBar>}
    </>
  );
}

test('a toast is above a bar at the bottom of the window for as long as that is there [SHL-08]', async () => {
  const queue = createToastQueue();
  await renderUi(<Leaving />, { queue });
  flushSync(() => void queue.show({ text: 'Saved.' }));
  const edge = () => window.innerHeight - document.querySelector('[data-slot=toast]')!.getBoundingClientRect().bottom;
  await expect.poll(edge).toBe(72 + 16);
  await userEvent.click(page.getByRole('button', { name: 'Leave' }));
  await expect.poll(edge).toBeLessThan(40);
});

function Growing() {
  const [isTall, setTall] = useState(false);
  const height = window.innerHeight - (isTall ? 60 : 300) - 40;
  return (
    <div className="fixed inset-x-0 top-10 flex flex-col justify-end" style={{ height }}>
      <button type="button" onClick={() => setTall(!isTall)}>
        Resize
      </button>
      <FootBar className="h-14">Buttons</FootBar>
    </div>
  );
}

test('a toast is at the top while a dialog’s buttons are where it would be [SHL-08]', async () => {
  const queue = createToastQueue();
  await renderUi(<Growing />, { queue });
  flushSync(() => void queue.show({ text: 'Saved.' }));
  const toast = () => document.querySelector('[data-slot=toast]')!.getBoundingClientRect();
  const edge = () => window.innerHeight - toast().bottom;
  await expect.poll(edge).toBeLessThan(40);
  const resize = page.getByRole('button', { name: 'Resize' });
  await userEvent.click(resize);
  await expect.poll(() => toast().top).toBe(16);
  await userEvent.click(resize);
  await expect.poll(edge).toBeLessThan(40);
});
