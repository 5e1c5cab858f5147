import { SCHEMES } from './derive-tokens.ts';
import { type ColorPair, derivedPairs } from './derived-pairs.ts';
import type { Theme } from './theme.ts';

/** A pair that is below WCAG AA. */
export type ContrastFailure = ColorPair;

/** The pairs of a theme, light and dark, that don't meet WCAG AA (4.5 for text, 3 for edges and focus); a parsed theme has none. */
export function checkThemeContrast(theme: Theme): ContrastFailure[] {
  return SCHEMES.flatMap((scheme) => derivedPairs(theme, scheme)).filter((pair) => pair.ratio < pair.minimumRatio);
}
