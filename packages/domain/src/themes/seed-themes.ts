import type { Theme } from './theme.ts';

/** The themes that come with the product: one for each brand, and one of a partner for demonstrations. */
export const SEED_THEMES: Readonly<Record<'general' | 'neo' | 'northline', Theme>> = {
  general: {
    accentLightness: 0.46,
    accentChroma: 0.085,
    accentHue: 178,
    tintHue: 100,
    tintChroma: 0.0045,
    radiusPx: 10,
    font: null,
  },
  neo: {
    accentLightness: 0.43,
    accentChroma: 0.125,
    accentHue: 338,
    tintHue: 40,
    tintChroma: 0.006,
    radiusPx: 14,
    font: null,
  },
  northline: {
    accentLightness: 0.45,
    accentChroma: 0.16,
    accentHue: 264,
    tintHue: 255,
    tintChroma: 0.004,
    radiusPx: 5,
    font: null,
  },
};
