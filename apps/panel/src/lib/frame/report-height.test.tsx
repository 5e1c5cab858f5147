import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { noteFrame } from './frame.ts';
import { reportHeight } from './report-height.ts';
import { connectHost } from './tell-host.ts';

afterEach(() => void vi.useRealTimers());

/** A piece of content whose height is reported, and what the page around it was told. */
function aReportedContent() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const told: unknown[] = [];
  noteFrame(true);
  // Other files' content in the same page has its own height.
  const heights = new Set<number>();
  connectHost(
    (message) => void (message.type === 'resize' && heights.has(message.height) && told.push(message.height)),
  );
  const content = document.body.appendChild(document.createElement('div'));
  const end = reportHeight(content);
  onTestFinished(() => {
    end();
    connectHost(null);
    noteFrame(false);
    content.remove();
  });
  const grow = async (height: number) => {
    heights.add(height);
    content.style.height = `${height}px`;
    // The browser tells of a new size after the next layout.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  };
  return { told, grow };
}

test('a screen that grows in steps is told once, whole, and at most one height follows every two seconds, the last for certain [WID-01]', async () => {
  const { told, grow } = aReportedContent();
  await grow(336);
  vi.advanceTimersByTime(160);
  await grow(541);
  vi.advanceTimersByTime(160);
  await grow(777);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(250);
  expect(told).toEqual([777]);

  await grow(800);
  vi.advanceTimersByTime(1900);
  await grow(295);
  expect(told).toEqual([777]);
  vi.advanceTimersByTime(100);
  expect(told).toEqual([777, 295]);
});

test('content that never settles is told after a second all the same [WID-01]', async () => {
  const { told, grow } = aReportedContent();
  for (let height = 301; height <= 310; height += 1) {
    await grow(height);
    vi.advanceTimersByTime(100);
  }
  expect(told).toEqual([310]);
});
