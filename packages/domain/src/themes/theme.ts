/** The values of a theme; everything else is derived from them. Colours are OKLCH. */
export type Theme = {
  /** 0 to 1. */
  accentLightness: number;
  /** 0 to 0.4. */
  accentChroma: number;
  /** Degrees, 0 up to 360. */
  accentHue: number;
  /** The hue of the light page and its lines; degrees. */
  tintHue: number;
  /** How strong that hue is; 0 to 0.02. */
  tintChroma: number;
  /** Of controls, in CSS pixels; 0 to 24. */
  radiusPx: number;
  /** The family of a font that is on people's computers or that the operator supplied as a file; null for the panel's own. */
  font: string | null;
};
