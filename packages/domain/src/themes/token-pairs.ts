import type { ColorToken } from './color-tokens.ts';

/** A colour in front of another, and the least contrast that WCAG AA requires of them. */
export type TokenPair = { front: ColorToken; behind: ColorToken; minimumRatio: number };

/** WCAG 2.2, 1.4.3: text. */
const TEXT = 4.5;
/** WCAG 2.2, 1.4.11: the edges of controls and the focus ring. */
const SHAPE = 3;

const PAPER: readonly ColorToken[] = ['page', 'surface', 'sunken', 'row-hover'];

/** The backgrounds that each colour is used on; other combinations aren't allowed. */
const USES: readonly [front: ColorToken, behind: readonly ColorToken[], minimumRatio: number][] = [
  ['text', [...PAPER, 'accent-soft', 'good-soft', 'warn-soft', 'bad-soft'], TEXT],
  ['text-2', [...PAPER, 'accent-soft', 'good-soft', 'warn-soft', 'bad-soft'], TEXT],
  ['text-3', PAPER, TEXT],
  ['accent-text', [...PAPER, 'accent-soft'], TEXT],
  ['on-accent', ['accent', 'accent-hover'], TEXT],
  ['on-bad', ['bad', 'bad-hover'], TEXT],
  ['good', [...PAPER, 'good-soft'], TEXT],
  ['warn', [...PAPER, 'warn-soft'], TEXT],
  ['bad', [...PAPER, 'bad-soft'], TEXT],
  ['bad-hover', [...PAPER, 'bad-soft'], TEXT],
  ['accent', [...PAPER, 'accent-soft'], SHAPE],
  ['line-strong', PAPER, SHAPE],
];

/** Every pair of colours that the panel uses. */
export const TOKEN_PAIRS: readonly TokenPair[] = USES.flatMap(([front, behind, minimumRatio]) =>
  behind.map((token) => ({ front, behind: token, minimumRatio })),
);
