import type { ColorToken } from './color-tokens.ts';
import type { Oklch } from './oklch.ts';
import type { Theme } from './theme.ts';

type Draft = Record<ColorToken, Oklch>;

const oklch = (l: number, c: number, h: number): Oklch => ({ l, c, h });

/** A more colourful accent than this glows on a screen and hurts next to text. */
const MAXIMUM_ACCENT_CHROMA = 0.2;
/** How much darker the light accent is on a button that is pressed or hovered. */
export const PRESSED_BY = 0.06;
/** Below the first an accent looks black; above the second nothing light is readable on it. */
const LIGHT_ACCENT_LIGHTNESS = [0.25, 0.53] as const;

/** The light formulas, before they are adjusted for contrast. */
export function lightDraft(theme: Theme): Draft {
  const { accentHue: hue, tintHue: tint, tintChroma } = theme;
  const chroma = Math.min(MAXIMUM_ACCENT_CHROMA, theme.accentChroma);
  const [lowest, highest] = LIGHT_ACCENT_LIGHTNESS;
  const lightness = Math.min(highest, Math.max(lowest, theme.accentLightness));
  return {
    page: oklch(0.984, tintChroma, tint),
    surface: oklch(1, 0, 0),
    sunken: oklch(0.962, tintChroma * 1.3, tint),
    'row-hover': oklch(0.9775, chroma * 0.14, hue),
    line: oklch(0.905, tintChroma * 1.5, tint),
    'line-strong': oklch(0.64, tintChroma * 2, tint),
    text: oklch(0.255, 0.012, hue),
    'text-2': oklch(0.46, 0.014, hue),
    'text-3': oklch(0.53, 0.012, hue),
    accent: oklch(lightness, chroma, hue),
    'accent-hover': oklch(lightness - PRESSED_BY, chroma, hue),
    'on-accent': oklch(0.99, 0.01, hue),
    'accent-text': oklch(0.42, chroma * 1.1, hue),
    'accent-soft': oklch(0.955, chroma * 0.28, hue),
    'accent-line': oklch(0.84, chroma * 0.7, hue),
    good: oklch(0.47, 0.11, 150),
    'good-soft': oklch(0.955, 0.04, 150),
    warn: oklch(0.5, 0.105, 70),
    'warn-soft': oklch(0.965, 0.045, 85),
    bad: oklch(0.5, 0.165, 27),
    'bad-hover': oklch(0.44, 0.155, 27),
    'bad-soft': oklch(0.962, 0.025, 25),
    'on-bad': oklch(0.99, 0.01, 27),
  };
}

/** The dark formulas. Surfaces lean towards the accent, 20° further, so that they look warm next to it, and never dead grey. */
export function darkDraft(theme: Theme): Draft {
  const { accentHue: hue, tintChroma } = theme;
  const chroma = Math.min(MAXIMUM_ACCENT_CHROMA, theme.accentChroma);
  const warm = (hue + 20) % 360;
  return {
    page: oklch(0.195, tintChroma * 1.2, warm),
    surface: oklch(0.228, tintChroma * 1.4, warm),
    sunken: oklch(0.17, tintChroma, warm),
    'row-hover': oklch(0.259, chroma * 0.225, hue),
    line: oklch(0.3, tintChroma * 1.6, warm),
    'line-strong': oklch(0.53, tintChroma * 1.6, warm),
    text: oklch(0.945, 0.006, hue),
    'text-2': oklch(0.76, 0.01, hue),
    'text-3': oklch(0.68, 0.01, hue),
    accent: oklch(0.74, chroma * 1.15, hue),
    'accent-hover': oklch(0.8, chroma * 1.1, hue),
    'on-accent': oklch(0.2, 0.03, hue),
    'accent-text': oklch(0.82, chroma * 1.1, hue),
    'accent-soft': oklch(0.29, chroma * 0.45, hue),
    'accent-line': oklch(0.42, chroma * 0.7, hue),
    good: oklch(0.8, 0.13, 150),
    'good-soft': oklch(0.28, 0.045, 150),
    warn: oklch(0.83, 0.11, 80),
    'warn-soft': oklch(0.29, 0.045, 75),
    bad: oklch(0.76, 0.13, 25),
    'bad-hover': oklch(0.82, 0.11, 25),
    'bad-soft': oklch(0.28, 0.06, 25),
    'on-bad': oklch(0.2, 0.03, 25),
  };
}
