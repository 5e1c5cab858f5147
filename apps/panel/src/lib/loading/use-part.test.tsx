import { renderDrawn } from '@postern/ui/testing/render-drawn';
import { Component, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type PartDue, useIsAskedPartMissing, usePart } from './use-part.ts';

type Part = { word: string };

function Place({ load, when }: { load: () => Promise<Part>; when: PartDue }) {
  const part = usePart(load, when);
  return <p>{part?.word ?? 'not there'}</p>;
}

class Boundary extends Component<{ children: ReactNode }> {
  override state = { message: '' };
  static getDerivedStateFromError = (error: Error) => ({ message: error.message });
  override render() {
    return this.state.message || this.props.children;
  }
}

test('a part is not loaded before it is due', async () => {
  let calls = 0;
  const load = async () => {
    calls += 1;
    return { word: 'there' };
  };
  const screen = await renderDrawn(<Place load={load} when="later" />);
  await expect.element(screen.getByText('not there')).toBeVisible();
  expect(calls).toBe(0);
  await screen.rerender(<Place load={load} when="soon" />);
  await expect.element(screen.getByText('there', { exact: true })).toBeVisible();
});

test('a part that is due soon waits until the browser is at rest, and is not loaded for a screen that has gone by then', async () => {
  const waiting = new Map<number, IdleRequestCallback>();
  vi.spyOn(window, 'requestIdleCallback').mockImplementation((work) => waiting.set(waiting.size + 1, work).size);
  vi.spyOn(window, 'cancelIdleCallback').mockImplementation((request) => void waiting.delete(request));
  const load = vi.fn(async () => ({ word: 'there' }));
  const first = await renderDrawn(<Place load={load} when="soon" />);
  await first.unmount();
  expect(waiting.size).toBe(0);
  const screen = await renderDrawn(<Place load={load} when="soon" />);
  expect(load).not.toHaveBeenCalled();
  for (const work of waiting.values()) work({ didTimeout: false, timeRemaining: () => 50 });
  await expect.element(screen.getByText('there', { exact: true })).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});

test('a loaded part is available at once wherever it is used next', async () => {
  const load = async () => ({ word: 'there' });
  const first = await renderDrawn(<Place load={load} when="now" />);
  await expect.element(first.getByText('there', { exact: true })).toBeVisible();
  await first.unmount();
  const second = await renderDrawn(<Place load={load} when="later" />);
  expect(second.container.textContent).toBe('there');
});

test('a part that was loaded in advance fails silently, and is loaded again when it is needed', async () => {
  const answers = [() => Promise.reject(new Error('gone')), () => Promise.resolve({ word: 'there' })];
  const load = () => answers.shift()?.() ?? Promise.reject(new Error('asked too often'));
  const screen = await renderDrawn(
    <Boundary>
      <Place load={load} when="soon" />
    </Boundary>,
  );
  await expect.element(screen.getByText('not there')).toBeVisible();
  await expect.poll(() => answers.length).toBe(1);
  await screen.rerender(
    <Boundary>
      <Place load={load} when="now" />
    </Boundary>,
  );
  await expect.element(screen.getByText('there', { exact: true })).toBeVisible();
});

test('a part that is needed and cannot be loaded is an error of its screen', async () => {
  const load = () => Promise.reject(new Error('gone'));
  const screen = await renderDrawn(
    <Boundary>
      <Place load={load} when="now" />
    </Boundary>,
  );
  await expect.element(screen.getByText('gone')).toBeVisible();
});

test('a part that is loaded on intent comes with the first key, not with the screen', async () => {
  let calls = 0;
  const load = async () => {
    calls += 1;
    return { word: 'there' };
  };
  const screen = await renderDrawn(<Place load={load} when="onIntent" />);
  // A finger that scrolls, and a mouse that rests where the screen is drawn.
  document.body.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'touch', movementY: 9, bubbles: true }));
  document.body.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', bubbles: true }));
  expect(calls).toBe(0);
  await userEvent.keyboard('{Shift}');
  await expect.element(screen.getByText('there', { exact: true })).toBeVisible();
  expect(calls).toBe(1);
});

test('a button is not replaced under a finger', async () => {
  const load = async () => ({ word: 'there' });
  const screen = await renderDrawn(
    <button type="button">
      <Place load={load} when="onIntent" />
    </button>,
  );
  const button = screen.getByRole('button').element();
  button.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await expect.element(screen.getByText('not there')).toBeVisible();
  button.dispatchEvent(new PointerEvent('pointerup', { pointerType: 'touch', bubbles: true }));
  await expect.element(screen.getByText('there', { exact: true })).toBeVisible();
});

function Sign() {
  return <p>{useIsAskedPartMissing() ? 'on its way' : 'nothing missing'}</p>;
}

test('a press while the line is away keeps the screen, says that the part is missing, and gets it when the line is back', async () => {
  const answers = [
    () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    () => Promise.resolve({ word: 'there' }),
  ];
  const load = () => answers.shift()?.() ?? Promise.reject(new Error('asked too often'));
  const drawn = (when: PartDue) => (
    <Boundary>
      <Sign />
      <Place load={load} when={when} />
    </Boundary>
  );
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const screen = await renderDrawn(drawn('later'));
  await screen.rerender(drawn('now'));
  await expect.poll(() => answers.length).toBe(1);
  await expect.element(screen.getByText('not there')).toBeVisible();
  await expect.element(screen.getByText('on its way')).toBeVisible();
  line.mockRestore();
  window.dispatchEvent(new Event('online'));
  await expect.element(screen.getByText('there', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('nothing missing')).toBeVisible();
});
