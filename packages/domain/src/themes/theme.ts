/** The values a theme gives; everything else is derived from them. Colours are OKLCH. */
export type Theme = {
  /** 0 to 1. */
  accentLightness: number;
  /** 0 to 0.4. */
  accentChroma: number;
  /** Degrees, 0 up to 360. */
  accentHue: number;
  /** The hue that the light page and its lines lean to; degrees. */
  tintHue: number;
  /** How much they lean; 0 to 0.02. */
  tintChroma: number;
  /** Of controls, in CSS pixels; 0 to 24. */
  radiusPx: number;
  /** A font family that the page can load; null for the panel's own. */
  font: string | null;
};
