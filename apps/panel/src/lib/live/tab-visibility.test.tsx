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

test('a tab closes its connection after being hidden for a while, and keeps it if it is visible again in time [MBX-13]', () => {
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

test('the connection closes when the browser goes offline, and is tried at once when it is online again [MBX-13]', async () => {
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

test('stopping ends every wait at once [MBX-13]', async () => {
  hide(true);
  const stopping = new AbortController();
  const both = Promise.all([untilVisible(stopping.signal), pause(3_600_000, stopping.signal)]);
  stopping.abort();
  await both;
  await pause(3_600_000, stopping.signal);
});
