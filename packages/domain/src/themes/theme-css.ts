import { COLOR_TOKENS, deriveTokens } from './derive-tokens.ts';
import { cssOf } from './oklch.ts';
import type { Theme } from './theme.ts';

const DEFAULT_FONT = "'Onest Variable', system-ui, sans-serif";

/** Generic families, which the browser maps to a font of the system. They take no quotes. */
const GENERIC_FONTS = ['system-ui', 'ui-sans-serif', 'ui-serif', 'ui-rounded', 'sans-serif', 'serif', 'monospace'];

function fontStack(font: string | null): string {
  if (font === null) return DEFAULT_FONT;
  return `${GENERIC_FONTS.includes(font) ? font : `'${font}'`}, ${DEFAULT_FONT}`;
}

/** A partner's font file, at an address of ours. */
export type FontFace = { family: string; path: string; isVariable: boolean };

/** The rule that lets a page load the font. A font of one weight declares no range, so that the browser synthesises bold. */
export function fontFaceCss({ family, path, isVariable }: FontFace): string {
  const weight = isVariable ? 'font-weight:100 900;' : '';
  return `@font-face{font-family:'${family}';src:url('${path}') format('woff2');${weight}font-display:swap}`;
}

/**
 * The CSS variables of a theme, name to value: each colour as `light-dark(light, dark)`, the radius and the font. The names are those of
 * the token style sheet, so setting them on an element gives the theme to it and everything inside.
 */
export function themeCss(theme: Theme): Readonly<Record<`--${string}`, string>> {
  const [light, dark] = [deriveTokens(theme, 'light'), deriveTokens(theme, 'dark')];
  const css: Record<`--${string}`, string> = {
    '--radius': `${theme.radiusPx}px`,
    '--font': fontStack(theme.font),
  };
  for (const name of COLOR_TOKENS) css[`--${name}`] = `light-dark(${cssOf(light[name])}, ${cssOf(dark[name])})`;
  return css;
}
