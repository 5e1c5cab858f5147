/** A colour by lightness (0 to 1), chroma and hue in degrees. */
export type Oklch = { l: number; c: number; h: number };

export type LinearSrgb = readonly [red: number, green: number, blue: number];

/** Linear sRGB of an OKLCH colour, unclipped: a part below 0 or above 1 is outside what every screen shows. Ottosson 2020. */
export function linearSrgbOf({ l, c, h }: Oklch): LinearSrgb {
  const angle = (h * Math.PI) / 180;
  const a = c * Math.cos(angle);
  const b = c * Math.sin(angle);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const SLACK = 1e-4;

function isInSrgb(color: Oklch): boolean {
  return linearSrgbOf(color).every((part) => part >= -SLACK && part <= 1 + SLACK);
}

/**
 * The same lightness and hue with as much of the chroma as sRGB allows. Browsers map colours outside sRGB in different ways, each with
 * another contrast; a colour inside looks and measures the same in all of them.
 */
export function fitToSrgb(color: Oklch): Oklch {
  const l = Math.min(1, Math.max(0, color.l));
  if (isInSrgb({ ...color, l })) return { ...color, l };
  let [inside, outside] = [0, color.c];
  for (let step = 0; step < 20; step += 1) {
    const middle = (inside + outside) / 2;
    if (isInSrgb({ ...color, l, c: middle })) inside = middle;
    else outside = middle;
  }
  return { ...color, l, c: inside };
}

/** The colour in CSS, to four decimals. */
export function cssOf({ l, c, h }: Oklch): string {
  const written = [l, c, ((h % 360) + 360) % 360].map((value) => String(Math.round(value * 10_000) / 10_000));
  return `oklch(${written.join(' ')})`;
}
