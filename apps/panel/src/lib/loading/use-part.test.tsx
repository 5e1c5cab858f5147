import { renderDrawn } from '@postern/ui/testing/render-drawn';
import { Component, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { usePart } from './use-part.ts';

type Part = { word: string };

function Place({ load, when }: { load: () => Promise<Part>; when: 'later' | 'soon' | 'now' }) {
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
