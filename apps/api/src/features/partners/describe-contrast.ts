import {
  checkThemeContrast,
  type ColorToken,
  type ContrastFailure,
  lightestReadableAccent,
  type Theme,
} from '@postern/domain/themes';

/** Names for these colours that the operator understands. */
const FRONTS: Partial<Record<ColorToken, string>> = {
  'on-accent': 'white text',
  accent: 'edges and the focus ring in the primary colour',
};
const BEHINDS: Partial<Record<ColorToken, string>> = {
  accent: 'the primary button',
  'accent-hover': 'the pressed primary button',
  page: 'the page',
  surface: 'a card',
  sunken: 'a field that is switched off',
  'row-hover': 'a row under the pointer',
  'accent-soft': 'a selected row',
};

/** Why a theme's accent can't be read, with what to choose instead; null if it can. */
export function describeContrast(theme: Theme): string | null {
  const failures = checkThemeContrast(theme);
  if (failures.length === 0) return null;
  // If edges fail, they fail on every background, so only the worst case is named.
  const [edge] = failures.filter(({ front }) => front === 'accent').toSorted((one, other) => one.ratio - other.ratio);
  const told = [...failures.filter(({ front }) => front !== 'accent'), ...(edge === undefined ? [] : [edge])];
  return `Too little contrast: ${told.map(inWords).join('; ')}. Choose a darker primary colour: --accent-lightness ${lightestReadableAccent(theme)} or less.`;
}

const inWords = ({ front, behind, ratio, minimumRatio }: ContrastFailure): string =>
  `${FRONTS[front] ?? front} on ${BEHINDS[behind] ?? behind}: ${roundedDown(ratio)}:1, needs ${minimumRatio}:1`;

/** Rounds down, so that 4.48 isn't shown as the required 4.5. */
const roundedDown = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);
