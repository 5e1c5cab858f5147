import { COLOR_TOKENS, deriveTokens } from './derive-tokens.ts';
import { cssOf } from './oklch.ts';
import type { Theme } from './theme.ts';

const DEFAULT_FONT = "'Onest Variable', system-ui, sans-serif";

/**
 * The CSS variables of a theme, name to value: each colour as `light-dark(light, dark)`, the radius and the font. The names are those of
 * the token style sheet, so setting them on an element gives the theme to it and everything inside.
 */
export function themeCss(theme: Theme): Readonly<Record<`--${string}`, string>> {
  const [light, dark] = [deriveTokens(theme, 'light'), deriveTokens(theme, 'dark')];
  const css: Record<`--${string}`, string> = {
    '--radius': `${theme.radiusPx}px`,
    '--font': theme.font === null ? DEFAULT_FONT : `'${theme.font}', ${DEFAULT_FONT}`,
  };
  for (const name of COLOR_TOKENS) css[`--${name}`] = `light-dark(${cssOf(light[name])}, ${cssOf(dark[name])})`;
  return css;
}
