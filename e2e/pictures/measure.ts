import { AXE_RUN, describeViolations } from '@postern/testkit/axe-run';
import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** The least width and height of what is pressed, in pixels. WCAG 2.2, 2.5.8. */
const LEAST_TARGET = 24;

/** What no picture may have: something wider than the screen, a target too small to hit, or text that ends outside its box. */
export const measurePage = (page: Page): Promise<string[]> => page.evaluate(findFaults, LEAST_TARGET);

/** What axe finds on the screen as it is now. */
export async function runAxe(page: Page): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
  const violations = await page.evaluate(async (options) => (await axe.run(document, options)).violations, AXE_RUN);
  return describeViolations(violations).map((each) => `axe: ${each}`);
}

/** Runs in the page, so it may use nothing from outside. */
function findFaults(least: number): string[] {
  const faults: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`${scrollWidth - clientWidth} px wider than the screen`);
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[inert], [aria-hidden=true]');
  /** A link within a sentence may be as small as its text. */
  const isInText = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0);
  const targets =
    'a[href], button, summary, [role=button], [role=checkbox], [role=switch], [role=radio], [role=tab], [role=menuitem]';
  for (const element of document.querySelectorAll(targets)) {
    if (!isShown(element) || isInText(element)) continue;
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width === 0 || (width >= least && height >= least)) continue;
    const [x, y, reach] = [left + width / 2, top + height / 2, least / 2 - 1];
    const isHit = (dx: number, dy: number) => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return hit !== null && (element.contains(hit) || (hit.closest('label')?.contains(element) ?? false));
    };
    // Nothing outside the window or below a dialog can be pressed; at the window's edge, only half of an element can.
    if (!isHit(0, 0) || y - reach < 0 || y + reach >= window.innerHeight) continue;
    const isTall = height >= least || (isHit(0, -reach) && isHit(0, reach));
    const isWide = width >= least || (isHit(-reach, 0) && isHit(reach, 0));
    if (!isTall || !isWide) faults.push(`target of ${Math.round(width)} × ${Math.round(height)}: ${nameOf(element)}`);
  }
  // A text that leaves its button, cell or dialog.
  const boxes = 'button, a[href], td, th, [role=dialog], [role=alertdialog]';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const box = text.parentElement?.closest(boxes);
    if (!box || !text.textContent?.trim() || !text.parentElement || !isShown(text.parentElement)) continue;
    // A label for screen readers only is a pixel wide.
    if (text.parentElement.clientWidth <= 1 && getComputedStyle(text.parentElement).position === 'absolute') continue;
    if (text.parentElement.closest('.truncate') || getComputedStyle(box).display === 'inline') continue;
    range.selectNodeContents(text);
    const [words, frame] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
    if (words.width > 1 && (words.right > frame.right + 1 || words.left < frame.left - 1))
      faults.push(
        `text ${Math.round(Math.max(words.right - frame.right, frame.left - words.left))} px out of its box: ${nameOf(box)}`,
      );
  }
  return [...new Set(faults)];
}
