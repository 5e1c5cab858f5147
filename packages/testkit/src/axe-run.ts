/**
 * How axe looks at a page in every test: all rules of WCAG A and AA and of good practice. Only violations are described, by their HTML:
 * to describe what passed, and to find a selector for each element, takes longer than the rules do.
 */
export const AXE_RUN = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations' as const],
  selectors: false,
  // Only an experimental rule reads the style sheets, and it isn't one of these.
  preload: { assets: ['media'] },
};

type Violation = { id: string; nodes: { html: string }[] };

/** One line per rule that is violated, with the elements that violate it. */
export const describeViolations = (violations: readonly Violation[]): string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
