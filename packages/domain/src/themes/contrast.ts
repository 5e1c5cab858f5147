import { linearSrgbOf, type Oklch } from './oklch.ts';

/** WCAG 2.2 relative luminance; parts outside sRGB are clipped, as a browser clips them. */
function luminanceOf(color: Oklch): number {
  const [red, green, blue] = linearSrgbOf(color).map((part) => Math.min(1, Math.max(0, part))) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2 contrast ratio of two opaque colours, 1 to 21. */
export function contrastRatio(one: Oklch, other: Oklch): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
