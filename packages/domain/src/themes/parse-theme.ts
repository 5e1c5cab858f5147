import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import type { Theme } from './theme.ts';

/** `field` names the first value that is missing, not a number or out of range. */
export type ThemeRefusal = Refusal<'THEME_VALUE_INVALID', { field: string }>;

const RANGES: Readonly<Record<Exclude<keyof Theme, 'font'>, readonly [number, number]>> = {
  accentLightness: [0, 1],
  accentChroma: [0, 0.4],
  accentHue: [0, 360],
  tintHue: [0, 360],
  tintChroma: [0, 0.02],
  radiusPx: [0, 24],
};

/** Only the name of a font family: it is written into a style sheet. */
const FONT_PATTERN = /^[A-Za-z][A-Za-z0-9 -]{0,59}$/;

/**
 * Parses a partner's theme. Any accent is accepted, because the derived colours always have enough contrast. `checkThemeContrast` says
 * whether the accent can be as light as requested.
 */
export function parseTheme(value: unknown): Outcome<Theme, ThemeRefusal> {
  if (typeof value !== 'object' || value === null) return refused('THEME_VALUE_INVALID', { field: '' });
  const given = value as Record<string, unknown>;
  for (const [field, [minimum, maximum]] of Object.entries(RANGES)) {
    const number = given[field];
    if (typeof number !== 'number' || !(number >= minimum && number <= maximum)) {
      return refused('THEME_VALUE_INVALID', { field });
    }
  }
  const font = given.font ?? null;
  if (font !== null && !(typeof font === 'string' && FONT_PATTERN.test(font))) {
    return refused('THEME_VALUE_INVALID', { field: 'font' });
  }
  return accepted({
    accentLightness: Number(given.accentLightness),
    accentChroma: Number(given.accentChroma),
    accentHue: Number(given.accentHue) % 360,
    tintHue: Number(given.tintHue) % 360,
    tintChroma: Number(given.tintChroma),
    radiusPx: Number(given.radiusPx),
    font,
  });
}
