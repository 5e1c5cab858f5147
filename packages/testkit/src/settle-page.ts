/**
 * Waits until transitions have ended, because half-faded colours are no fault, and a popup that closes has lost its name already. A popup
 * starts its transition one frame late. Runs in the page and uses nothing from outside itself, so a journey can send it there.
 */
export async function settlePage(): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isEndless = (animation: Animation) => animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY;
  for (;;) {
    await nextFrame();
    await nextFrame();
    const moving = document.getAnimations().filter((animation) => !isEndless(animation));
    const isBeginning = document.querySelector('[data-starting-style], [data-ending-style]') !== null;
    if (moving.length === 0 && !isBeginning) return;
    await Promise.allSettled(moving.map((animation) => animation.finished));
  }
}
