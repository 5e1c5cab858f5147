import { stylesAreThere } from '../styles-are-there.ts';

/** The longest that the page stays empty for a font. */
const PATIENCE_MS = 300;

/** Waits for the style sheets and the font of a text: one that is first drawn in another font moves what is around it. */
export async function untilFontIsThere(text: string): Promise<void> {
  await stylesAreThere();
  const { fontFamily } = getComputedStyle(document.body);
  await Promise.race([
    document.fonts.load(`1em ${fontFamily}`, text),
    new Promise((done) => setTimeout(done, PATIENCE_MS)),
  ]);
}
