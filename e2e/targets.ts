/**
 * Finds controls that are smaller than `least` pixels in either direction, counting the area around them that takes the press as well. Runs
 * in the page, so it may use nothing from outside.
 */
export function smallTargets(least: number): string[] {
  const pressed =
    'a[href], button, summary, select, input:not([type=hidden]), textarea, [role=button], [role=checkbox], [role=switch], [role=radio], [role=tab], [role=menuitem], [role=combobox]';
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 50)}"`;
  /** A link within a sentence may be as small as its text. */
  const isInText = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0);
  const sizeOf = (element: Element) => {
    const box = element.getBoundingClientRect();
    const around = getComputedStyle(element, '::after');
    const isTarget = around.content !== 'none' && around.position === 'absolute';
    const wide = isTarget ? Number.parseFloat(around.width) : 0;
    const high = isTarget ? Number.parseFloat(around.height) : 0;
    return { width: Math.max(box.width, wide || 0), height: Math.max(box.height, high || 0) };
  };
  const faults: string[] = [];
  for (const element of document.querySelectorAll(pressed)) {
    const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isShown || element.closest('[inert], [aria-hidden=true]') || isInText(element)) continue;
    // Pressing a label, or the frame around it, presses its field.
    const isField = element instanceof HTMLInputElement;
    const parts = [
      element,
      element.closest('label'),
      ...(isField ? [...(element.labels ?? []), element.closest('[data-slot=input], [data-slot=counter]')] : []),
    ];
    const sizes = parts.filter((part) => part !== null).map(sizeOf);
    // Elements only for screen readers, or that only the keyboard brings into the window.
    const isOutside = element.getBoundingClientRect().bottom + window.scrollY <= 0;
    if (isOutside || sizes.every(({ width }) => width <= 1)) continue;
    if (sizes.some(({ width, height }) => width >= least - 0.5 && height >= least - 0.5)) continue;
    const [{ width, height } = { width: 0, height: 0 }] = sizes;
    faults.push(`${Math.round(width)} × ${Math.round(height)}: ${nameOf(element)}`);
  }
  return [...new Set(faults)];
}
