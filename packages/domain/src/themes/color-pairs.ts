import { contrastRatio } from './contrast.ts';
import type { ColorToken, Scheme } from './derive-tokens.ts';
import type { Oklch } from './oklch.ts';
import { TOKEN_PAIRS, type TokenPair } from './token-pairs.ts';

/** A pair of a theme with its colours and their contrast. */
export type ColorPair = TokenPair & { scheme: Scheme; frontColor: Oklch; behindColor: Oklch; ratio: number };

/** Every pair of text and background, or edge and background, that these colours form in a scheme. */
export function pairsOf(tokens: Readonly<Record<ColorToken, Oklch>>, scheme: Scheme): ColorPair[] {
  return TOKEN_PAIRS.map((pair) => {
    const [frontColor, behindColor] = [tokens[pair.front], tokens[pair.behind]];
    return { ...pair, scheme, frontColor, behindColor, ratio: contrastRatio(frontColor, behindColor) };
  });
}
