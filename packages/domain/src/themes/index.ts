export { checkThemeContrast, type ContrastFailure, lightestReadableAccent } from './check-theme-contrast.ts';
export type { ColorToken } from './color-tokens.ts';
export { isAccentNearDanger } from './is-accent-near-danger.ts';
export { parseTheme } from './parse-theme.ts';
export { readFontFile } from './read-font-file.ts';
export { SEED_THEMES } from './seed-themes.ts';
export type { Theme } from './theme.ts';
export { fontFaceCss, themeCss } from './theme-css.ts';
