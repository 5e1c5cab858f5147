import { AXE_RUN, describeViolations } from '@postern/testkit/axe-run';
import axe from 'axe-core';
import { expect } from 'vitest';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const isEndless = (animation: Animation) => animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY;

/** Waits until transitions have ended, because half-faded colours are no fault. A popup starts its transition one frame late. */
async function settle(): Promise<void> {
  for (;;) {
    await nextFrame();
    await nextFrame();
    const moving = document.getAnimations().filter((animation) => !isEndless(animation));
    const isBeginning = document.querySelector('[data-starting-style], [data-ending-style]') !== null;
    if (moving.length === 0 && !isBeginning) return;
    await Promise.allSettled(moving.map((animation) => animation.finished));
  }
}

/** Expects that axe finds nothing in what is shown now. */
export async function expectAccessible(): Promise<void> {
  await settle();
  const { violations } = await axe.run(document, AXE_RUN);
  expect(describeViolations(violations)).toEqual([]);
}
