import { afterEach, expect, test, vi } from 'vitest';
import { pause, untilVisible, whenHidden } from './tab-visibility.ts';

let isHidden = false;
let isOnline = true;
Object.defineProperty(document, 'visibilityState', {
  get: () => (isHidden ? 'hidden' : 'visible'),
  configurable: true,
});
Object.defineProperty(navigator, 'onLine', { get: () => isOnline, configurable: true });
const hide = (value: boolean) => {
  isHidden = value;
  document.dispatchEvent(new Event('visibilitychange'));
};
const connect = (value: boolean) => {
  isOnline = value;
  window.dispatchEvent(new Event(value ? 'online' : 'offline'));
};
afterEach(() => {
  vi.useRealTimers();
  hide(false);
  connect(true);
});

test('a tab that is hidden for long gives its connection back, one that is looked at again in time does not [MBX-13]', () => {
  vi.useFakeTimers();
  const left = vi.fn();
  const stay = whenHidden(left);
  hide(true);
  vi.advanceTimersByTime(19_000);
  hide(false);
  vi.advanceTimersByTime(60_000);
  expect(left).not.toHaveBeenCalled();
  hide(true);
  vi.advanceTimersByTime(20_000);
  expect(left).toHaveBeenCalledOnce();
  stay();
  connect(false);
  expect(left).toHaveBeenCalledOnce();
});

test('offline there is no connection, and online it is tried at once [MBX-13]', async () => {
  const left = vi.fn();
  const stay = whenHidden(left);
  connect(false);
  expect(left).toHaveBeenCalledOnce();
  stay();
  const { signal } = new AbortController();
  const watched = untilVisible(signal);
  hide(true);
  connect(true);
  hide(false);
  await watched;
  const waited = pause(3_600_000, signal);
  connect(true);
  await waited;
});

test('who stops waits for nothing [MBX-13]', async () => {
  hide(true);
  const stopping = new AbortController();
  const both = Promise.all([untilVisible(stopping.signal), pause(3_600_000, stopping.signal)]);
  stopping.abort();
  await both;
  await pause(3_600_000, stopping.signal);
});
