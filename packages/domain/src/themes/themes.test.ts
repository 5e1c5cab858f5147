import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrastRatio } from './contrast.ts';
import { COLOR_TOKENS, deriveTokens } from './derive-tokens.ts';
import { pairsOf } from './color-pairs.ts';
import {
  checkThemeContrast,
  fontFaceCss,
  isAccentNearDanger,
  lightestReadableAccent,
  parseTheme,
  readFontFile,
  SEED_THEMES,
  type Theme,
  themeCss,
} from './index.ts';
import { cssOf, fitToSrgb, linearSrgbOf, type Oklch } from './oklch.ts';
import { TOKEN_PAIRS } from './token-pairs.ts';

const theme: fc.Arbitrary<Theme> = fc
  .record({
    accentLightness: fc.double({ min: 0, max: 1, noNaN: true }),
    accentChroma: fc.double({ min: 0, max: 0.4, noNaN: true }),
    accentHue: fc.double({ min: 0, max: 360, noNaN: true }),
    tintHue: fc.double({ min: 0, max: 360, noNaN: true }),
    tintChroma: fc.double({ min: 0, max: 0.02, noNaN: true }),
    radiusPx: fc.integer({ min: 0, max: 24 }),
    font: fc.constantFrom(null, 'Inter'),
  })
  .map((given) => {
    const parsed = parseTheme(given);
    if (!parsed.ok) throw new Error(parsed.attrs.field);
    return parsed.value;
  });

/** A colour of the style sheet as an eight-bit screen shows it. */
function painted(color: Oklch): number[] {
  const [l = 0, c = 0, h = 0] = (cssOf(color).match(/[\d.e-]+(?=[ )])/g) ?? []).map(Number);
  return linearSrgbOf({ l, c, h }).map((part) => {
    const clipped = Math.min(1, Math.max(0, part));
    const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
    const shown = Math.round(encoded * 255) / 255;
    return shown <= 0.04045 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4;
  });
}

function paintedContrast(one: Oklch, other: Oklch): number {
  const [a = 0, b = 0] = [one, other].map((color) => {
    const [red = 0, green = 0, blue = 0] = painted(color);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

describe('colour arithmetic', () => {
  test.each<[string, Oklch, number[]]>([
    ['white', { l: 1, c: 0, h: 0 }, [1, 1, 1]],
    ['black', { l: 0, c: 0, h: 0 }, [0, 0, 0]],
    ['red', { l: 0.62796, c: 0.25768, h: 29.234 }, [1, 0, 0]],
    ['green', { l: 0.86644, c: 0.29483, h: 142.495 }, [0, 1, 0]],
    ['blue', { l: 0.45201, c: 0.31321, h: 264.052 }, [0, 0, 1]],
  ])('%s is where the definition of OKLCH puts it', (_, color, expected) => {
    linearSrgbOf(color).forEach((part, index) => expect(part).toBeCloseTo(expected[index] ?? 0, 3));
  });

  test('black on white is 21 to 1, and the order does not matter', () => {
    const [black, white] = [
      { l: 0, c: 0, h: 0 },
      { l: 1, c: 0, h: 0 },
    ];
    expect(contrastRatio(black, white)).toBeCloseTo(21, 3);
    expect(contrastRatio(white, black)).toBe(contrastRatio(black, white));
  });

  test('a fitted colour is inside sRGB, with its lightness and hue', () => {
    const any = fc.record({
      l: fc.double({ min: 0, max: 1, noNaN: true }),
      c: fc.double({ min: 0, max: 0.5, noNaN: true }),
      h: fc.double({ min: 0, max: 360, noNaN: true }),
    });
    fc.assert(
      fc.property(any, (color) => {
        const fitted = fitToSrgb(color);
        for (const part of linearSrgbOf(fitted)) expect(part > -0.001 && part < 1.001).toBe(true);
        expect([fitted.l, fitted.h]).toEqual([color.l, color.h]);
        expect(fitted.c).toBeLessThanOrEqual(color.c);
      }),
    );
  });
});

const SCHEMES = ['light', 'dark'] as const;

describe('contrast', () => {
  test.each(Object.entries(SEED_THEMES))(
    'the seed theme %s passes AA, light and dark, as a screen paints it [BRD-01]',
    (_, seed) => {
      for (const scheme of SCHEMES) {
        for (const pair of pairsOf(deriveTokens(seed, scheme), scheme)) {
          const name = `${scheme} ${pair.front} on ${pair.behind}`;
          expect({ name, isGood: paintedContrast(pair.frontColor, pair.behindColor) >= pair.minimumRatio }).toEqual({
            name,
            isGood: true,
          });
        }
      }
      expect(checkThemeContrast(seed)).toEqual([]);
    },
  );

  test('any accepted theme passes AA, light and dark, as a screen paints it [BRD-01]', () => {
    fc.assert(
      fc.property(theme, (given) => {
        const pairs = SCHEMES.flatMap((scheme) => pairsOf(deriveTokens(given, scheme), scheme));
        for (const { frontColor, behindColor, minimumRatio } of pairs) {
          expect(paintedContrast(frontColor, behindColor)).toBeGreaterThanOrEqual(minimumRatio);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('an accent fails where white text on its button, at rest or pressed, or its edges would be too faint, and the lightest one that passes is named [BRD-01]', () => {
    const failing = (accentLightness: number) =>
      checkThemeContrast({ ...SEED_THEMES.general, accentLightness }).map(
        ({ front, behind }) => `${front} on ${behind}`,
      );
    expect(failing(0.55)).toEqual([]);
    expect(failing(0.6)).toEqual(['on-accent on accent']);
    expect(failing(0.7)).toEqual(
      expect.arrayContaining(['on-accent on accent', 'on-accent on accent-hover', 'accent on page']),
    );
    fc.assert(
      fc.property(theme, (given) => {
        const accentLightness = lightestReadableAccent(given);
        expect(accentLightness).toBeLessThanOrEqual(given.accentLightness);
        expect(checkThemeContrast({ ...given, accentLightness })).toEqual([]);
        const { accentLightness: asked } = given;
        const isFaint = checkThemeContrast(given).length > 0;
        // In between, it depends on the hue.
        expect([asked < 0.5 && isFaint, asked > 0.7 && !isFaint]).toEqual([false, false]);
      }),
      { numRuns: 60 },
    );
  });

  test('every colour of text, and every edge of a control, has its backgrounds [BRD-01]', () => {
    const fronts = new Set(TOKEN_PAIRS.map((pair) => pair.front));
    const behinds = new Set(TOKEN_PAIRS.map((pair) => pair.behind));
    // Decoration only: lines between rows, a thin edge around a soft field.
    expect(COLOR_TOKENS.filter((name) => !fronts.has(name) && !behinds.has(name))).toEqual(['line', 'accent-line']);
  });

  test('a seed theme keeps its accent [BRD-01]', () => {
    for (const seed of Object.values(SEED_THEMES)) {
      const { accent } = deriveTokens(seed, 'light');
      expect(accent.l).toBeCloseTo(seed.accentLightness, 5);
      expect(accent.h).toBe(seed.accentHue);
    }
  });
});

describe('a theme from outside', () => {
  test('is accepted with its values, and a hue of 360° is 0° [BRD-01]', () => {
    expect(parseTheme({ ...SEED_THEMES.neo, accentHue: 360, font: undefined })).toEqual({
      ok: true,
      value: { ...SEED_THEMES.neo, accentHue: 0 },
    });
  });

  test.each<[string, unknown]>([
    ['accentLightness', 1.1],
    ['accentChroma', -0.1],
    ['accentHue', Number.NaN],
    ['accentHue', '178'],
    ['tintHue', 361],
    ['tintChroma', 0.3],
    ['radiusPx', undefined],
    ['radiusPx', 25],
    ['font', "x'; } body { display: none"],
    ['font', 'url(https://x.test)'],
    ['font', ''],
    ['font', 7],
  ])('is refused for %s = %j [BRD-01]', (field, value) => {
    expect(parseTheme({ ...SEED_THEMES.general, [field]: value })).toEqual({
      ok: false,
      code: 'THEME_VALUE_INVALID',
      attrs: { field },
    });
  });

  test('of any other kind is refused', () => {
    for (const value of [null, undefined, 7, 'x', []]) expect(parseTheme(value).ok).toBe(false);
  });
});

test('the style sheet has every colour for light and dark, the radius and the font, and nothing that could end a declaration', () => {
  fc.assert(
    fc.property(theme, (given) => {
      const css = themeCss(given);
      for (const name of COLOR_TOKENS)
        expect(css[`--${name}`]).toMatch(/^light-dark\(oklch\([\d. e-]+\), oklch\([\d. e-]+\)\)$/);
      expect(css['--radius']).toBe(`${given.radiusPx}px`);
      expect(Object.values(css).join('')).not.toMatch(/[;{}<>\\]/);
    }),
  );
  expect(themeCss({ ...SEED_THEMES.general, font: 'Inter' })['--font']).toBe(
    "'Inter', 'Onest Variable', system-ui, sans-serif",
  );
  expect(themeCss({ ...SEED_THEMES.general, font: 'ui-serif' })['--font']).toBe(
    "ui-serif, 'Onest Variable', system-ui, sans-serif",
  );
});

describe('the file of a font', () => {
  const onest = new Uint8Array(readFileSync(new URL('../../../ui/fonts/onest-latin.woff2', import.meta.url)));
  /** A file with these directory entries, each given as the bytes before its lengths. */
  const aFont = (entries: number[][]) => {
    const directory = entries.flatMap((entry) => [...entry, 0x81, 0x00]);
    const bytes = new Uint8Array(48 + directory.length + 10);
    bytes.set(directory, 48);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, 0x77_4f_46_32);
    view.setUint32(8, bytes.length);
    view.setUint16(12, entries.length);
    return bytes;
  };

  test('is a whole WOFF2 file, and known as variable or not [BRD-01]', () => {
    expect(readFontFile(onest)).toEqual({ ok: true, value: { isVariable: true } });
    const ownTag = [63, 0x53, 0x54, 0x41, 0x54];
    expect(readFontFile(aFont([[1], ownTag, [0xc0 | 10], [47]]))).toEqual({ ok: true, value: { isVariable: true } });
    // A transformed table has two lengths; the second must not be taken for a table.
    expect(readFontFile(aFont([[10, 0x81, 0x00], [1]]))).toEqual({ ok: true, value: { isVariable: false } });
  });

  test('is refused when it is another kind, cut off or too large [BRD-01]', () => {
    const none = { ok: false, code: 'FONT_NOT_WOFF2', attrs: {} };
    for (const wrong of [
      new Uint8Array(),
      onest.slice(0, 48),
      onest.slice(0, -1),
      new TextEncoder().encode('<svg/>'.repeat(20)),
    ])
      expect(readFontFile(wrong)).toEqual(none);
    const endless = aFont([[1]]);
    new DataView(endless.buffer).setUint16(12, 60_000);
    expect(readFontFile(endless)).toEqual(none);
    expect(readFontFile(new Uint8Array(500_001))).toMatchObject({ code: 'FONT_TOO_LARGE' });
  });

  test('is loaded from an address of ours, in all its weights if it has them [BRD-01]', () => {
    const face = { family: 'Harbour Sans', path: '/partner-font/1-a.woff2', isVariable: true };
    expect(fontFaceCss(face)).toContain("src:url('/partner-font/1-a.woff2') format('woff2');font-weight:100 900;");
    expect(fontFaceCss({ ...face, isVariable: false })).not.toContain('font-weight');
  });
});

test.each([
  [27, 0.15, true],
  [57, 0.15, true],
  [58, 0.15, false],
  [357, 0.15, true],
  [356, 0.15, false],
  [178, 0.085, false],
  [27, 0.02, false],
])('an accent of hue %i and chroma %d is near danger: %s', (accentHue, accentChroma, isNear) => {
  expect(isAccentNearDanger({ accentHue, accentChroma })).toBe(isNear);
});
