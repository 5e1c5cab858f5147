import { type DerivedTokens, deriveTokens } from './derive-tokens.ts';
import { type ColorPair, pairsOf } from './color-pairs.ts';
import { lightDraft, PRESSED_BY } from './draft-tokens.ts';
import { fitToSrgb } from './oklch.ts';
import type { Theme } from './theme.ts';

/** A pair that is below WCAG AA. */
export type ContrastFailure = ColorPair;

/**
 * The pairs that would be below WCAG AA (4.5 for text, 3 for edges and focus) if the accent were painted as light as requested. Only the
 * light accent is the partner's own; every other colour is derived to be readable.
 */
export function checkThemeContrast(theme: Theme): ContrastFailure[] {
  return pairsOf(withAccentAsAsked(theme), 'light').filter((pair) => pair.ratio < pair.minimumRatio);
}

function withAccentAsAsked(theme: Theme): DerivedTokens {
  const at = (l: number) => fitToSrgb({ ...lightDraft(theme).accent, l });
  const { accentLightness } = theme;
  return {
    ...deriveTokens(theme, 'light'),
    accent: at(accentLightness),
    'accent-hover': at(accentLightness - PRESSED_BY),
  };
}

const STEPS_IN_ONE = 100;

/** The lightest accent of this hue and chroma that passes, in hundredths, and no lighter than requested. */
export function lightestReadableAccent(theme: Theme): number {
  for (let step = Math.floor(theme.accentLightness * STEPS_IN_ONE); step > 0; step -= 1) {
    const accentLightness = step / STEPS_IN_ONE;
    if (checkThemeContrast({ ...theme, accentLightness }).length === 0) return accentLightness;
  }
  return 0;
}
