import { expect, type Page } from '@playwright/test';
import { AXE_RUN, describeViolations } from '@postern/testkit/axe-run';
import { settlePage } from '@postern/testkit/settle-page';
import axe from 'axe-core';

/** Checks that axe finds nothing on the current screen, and that nothing is wider than the screen. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(settlePage);
  for (const frame of page.frames()) {
    // A document that was checked before still has it.
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
  }
  const violations = await page.evaluate(async (options) => (await axe.run(document, options)).violations, AXE_RUN);
  // Soft, so that the journey continues and reports the rest as well.
  expect.soft(describeViolations(violations), `axe on ${new URL(page.url()).pathname}`).toEqual([]);
  await expectNoSidewaysScroll(page);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, screen } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }));
  expect.soft(content, `width of ${new URL(page.url()).pathname}`).toBeLessThanOrEqual(screen);
}
