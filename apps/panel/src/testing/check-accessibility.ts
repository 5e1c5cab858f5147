import axe from 'axe-core';
import { expect } from 'vitest';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const isEndless = (animation: Animation) => animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY;

/** Lets what appears or leaves finish: half-drawn colours are no fault. A popup is first laid out, and moves a frame later. */
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

/** axe finds nothing on what is drawn now. */
export async function expectAccessible(): Promise<void> {
  await settle();
  const { violations } = await axe.run(document, { runOnly: RULES, resultTypes: ['violations'] });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(found).toEqual([]);
}
