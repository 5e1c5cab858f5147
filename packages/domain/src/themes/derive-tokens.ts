import { type ColorToken, type Scheme } from './color-tokens.ts';
import { contrastRatio } from './contrast.ts';
import { darkDraft, lightDraft } from './draft-tokens.ts';
import { fitToSrgb, type Oklch } from './oklch.ts';
import type { Theme } from './theme.ts';
import { TOKEN_PAIRS } from './token-pairs.ts';

export { COLOR_TOKENS } from './color-tokens.ts';
export type { ColorToken, Scheme } from './color-tokens.ts';

export type DerivedTokens = Readonly<Record<ColorToken, Oklch>>;

/** A little above the requirement, so that a colour still meets it after it is written down and painted in eight bits. */
const MARGIN = 1.02;
const LIGHTNESS_STEP = 0.005;

/** Colours that are adjusted when their contrast is too low; those that others are measured against come first. */
const SOLVED: readonly ColorToken[] = [
  'accent',
  'accent-hover',
  'on-accent',
  'bad',
  'bad-hover',
  'on-bad',
  'line-strong',
  'accent-text',
  'text',
  'text-2',
  'text-3',
  'good',
  'warn',
];

/**
 * Every colour of a theme in one scheme. The drafts have the formulas. If a theme's own values would bring a colour below WCAG AA, its
 * lightness moves away from its background until it is readable, so any theme is readable.
 */
export function deriveTokens(theme: Theme, scheme: Scheme): DerivedTokens {
  const draft = scheme === 'light' ? lightDraft(theme) : darkDraft(theme);
  const tokens = { ...draft };
  for (const [name, color] of Object.entries(draft) as [ColorToken, Oklch][]) tokens[name] = fitToSrgb(color);
  const away = scheme === 'light' ? -LIGHTNESS_STEP : LIGHTNESS_STEP;
  for (const name of SOLVED) {
    // Text on the accent or on danger comes from the other end of the scale.
    tokens[name] = solve(name, tokens, name.startsWith('on-') ? -away : away);
  }
  return tokens;
}

function solve(name: ColorToken, tokens: DerivedTokens, step: number): Oklch {
  const pairs = TOKEN_PAIRS.filter((pair) => pair.front === name);
  let color = tokens[name];
  while (
    color.l > 0 &&
    color.l < 1 &&
    !pairs.every((pair) => isReadable(color, tokens[pair.behind], pair.minimumRatio))
  ) {
    color = fitToSrgb({ ...color, l: Math.min(1, Math.max(0, color.l + step)) });
  }
  return color;
}

function isReadable(front: Oklch, behind: Oklch, minimumRatio: number): boolean {
  return contrastRatio(front, behind) >= minimumRatio * MARGIN;
}
