import type { Theme } from './theme.ts';

const DANGER_HUE = 27;
const NEAR_DEGREES = 30;
/** An accent with hardly any colour looks grey, never red. */
const COLOURLESS_BELOW_CHROMA = 0.03;

/** Whether the accent looks so much like danger that a destructive button needs an outline and an icon to be recognized. */
export function isAccentNearDanger(theme: Pick<Theme, 'accentHue' | 'accentChroma'>): boolean {
  const apart = Math.abs(((((theme.accentHue - DANGER_HUE) % 360) + 540) % 360) - 180);
  return apart <= NEAR_DEGREES && theme.accentChroma >= COLOURLESS_BELOW_CHROMA;
}
