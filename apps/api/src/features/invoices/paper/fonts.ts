import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { LOCALES, type Locale, nearestLocale } from '@postern/domain/languages';
import { readWoff } from './read-woff.ts';

export type Weight = 400 | 500 | 600;
type Doc = PDFKit.PDFDocument;

/** Parts of the panel's own font, as fontsource ships it. A letter is looked for in this order. */
const PARTS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese', 'symbols', 'math'];

const NOTO = {
  regular: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  bold: '/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc',
};
const DROID = '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf';
const NANUM = '/usr/share/fonts/truetype/nanum/NanumGothic.ttf';
const DEJAVU = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';

/** Fallbacks for other scripts, if the operator has installed them: Chinese, Japanese and Korean first. */
const ofTheSystem = (weight: Weight): string[] => [weight === 600 ? NOTO.bold : NOTO.regular, DROID, NANUM, DEJAVU];

/** The system fonts that cover a language, for the languages that the panel's own font doesn't cover. */
const WRITTEN_BY: Record<string, readonly string[]> = {
  ja: [NOTO.regular, DROID],
  ko: [NOTO.regular, NANUM],
  zh: [NOTO.regular, DROID],
};

/** The language of an invoice's text: the buyer's, or English if no font on this machine covers it. */
export function paperLocale(locale: string): string {
  const fonts = WRITTEN_BY[locale.split(/[-_]/)[0]?.toLowerCase() ?? ''];
  return fonts === undefined || fonts.some((file) => existsSync(file)) ? locale : 'en';
}

/** The font to use from Noto's collection: many characters look different in China, Japan, Taiwan and Korea. */
const NOTO_MEMBERS: Partial<Record<Locale, string>> = { ja: 'jp', ko: 'kr', 'zh-hant-tw': 'tc', 'zh-hk': 'hk' };

function memberOf(file: string, locale: string): string | undefined {
  if (file !== NOTO.regular && file !== NOTO.bold) return undefined;
  const near = nearestLocale(locale, LOCALES);
  return `NotoSansCJK${(near && NOTO_MEMBERS[near]) ?? 'sc'}-${file === NOTO.bold ? 'Bold' : 'Regular'}`;
}

/** Printed for a letter that no font has: PDF/A forbids the empty box. */
const UNKNOWN = '?';

/** A font of the document that has been read, and whether it has a letter. */
type Face = { name: string; has: (codePoint: number) => boolean };

/** A piece of text in one font. */
type Run = { face: string; text: string };

/** The fonts of one document. They are read when a text first needs them, so most invoices read two files. */
export class Fonts {
  readonly #doc: Doc;
  readonly #locale: string;
  readonly #faces = new Map<string, Face | null>();
  readonly #ofLetters = new Map<string, Face | null>();

  /** @param locale the buyer's; it decides the shapes of Chinese characters */
  constructor(doc: Doc, locale: string) {
    this.#doc = doc;
    this.#locale = locale;
  }

  /** Divides a text into pieces by the font that has their letters. */
  runsOf(text: string, weight: Weight): Run[] {
    const runs: Run[] = [];
    for (const letter of text.normalize('NFC').replace(/\p{Cc}/gu, ' ')) {
      const face = this.#faceOf(letter, weight);
      const last = runs.at(-1);
      if (last?.face === (face ?? this.#first(weight)).name) last.text += face === null ? UNKNOWN : letter;
      else runs.push({ face: (face ?? this.#first(weight)).name, text: face === null ? UNKNOWN : letter });
    }
    return runs;
  }

  #faceOf(letter: string, weight: Weight): Face | null {
    const key = `${weight} ${letter}`;
    const known = this.#ofLetters.get(key);
    if (known !== undefined) return known;
    const face = this.#findFace(letter, weight);
    this.#ofLetters.set(key, face);
    return face;
  }

  #findFace(letter: string, weight: Weight): Face | null {
    const codePoint = letter.codePointAt(0) ?? 0;
    for (const file of [...PARTS.map((part) => fileOfPart(part, weight)), ...ofTheSystem(weight)]) {
      const face = this.#read(file);
      if (face?.has(codePoint) === true) return face;
    }
    return null;
  }

  #first(weight: Weight): Face {
    const face = this.#read(fileOfPart('latin', weight));
    if (face === null) throw new Error('The font of invoices is not installed.');
    return face;
  }

  #read(file: string): Face | null {
    const known = this.#faces.get(file);
    if (known !== undefined) return known;
    const face = existsSync(file) ? this.#register(file) : null;
    this.#faces.set(file, face);
    return face;
  }

  #register(file: string): Face {
    const name = path.basename(file, path.extname(file));
    const known = KEPT.get(file);
    if (known !== undefined) {
      embedAgain(this.#doc as unknown as Inner, name, known);
      return faceOf(name, known.font);
    }
    const isOurs = file.endsWith(WOFF);
    if (isOurs) this.#doc.registerFont(name, readWoff(file));
    else this.#doc.registerFont(name, file, memberOf(file, this.#locale));
    const embedded = (this.#doc.font(name) as unknown as Inner)._font;
    layOutOnce(embedded);
    // Those of the system have many megabytes.
    if (isOurs) KEPT.set(file, embedded);
    return faceOf(name, embedded.font);
  }
}

/** The fontkit font inside a font of pdfkit. `_glyphs` are those that a text has used, each with the letters that it first stood for. */
type FontkitFont = { hasGlyphForCodePoint: (codePoint: number) => boolean; _glyphs: Record<number, unknown> };
type Layout = (text: string, features?: readonly string[], onlyWidth?: boolean) => unknown;
type Embedded = { name: string; font: FontkitFont; layout: Layout };
/** What pdfkit's types leave out of a document. */
type Inner = { _font: Embedded; _fontCount: number; _fontFamilies: Record<string, Embedded> };

/** Fonts for later documents, since to read their tables takes half of an invoice's time. */
const KEPT = new Map<string, Embedded>();

/** Puts a font into another document, as pdfkit does with one that it has just read, and without anything of the former document. */
function embedAgain(doc: Inner, name: string, { constructor, font }: Embedded): void {
  font._glyphs = {};
  const Class = constructor as new (doc: Inner, font: FontkitFont, id: string) => Embedded;
  doc._fontCount += 1;
  const embedded = new Class(doc, font, `F${doc._fontCount}`);
  layOutOnce(embedded);
  doc._fontFamilies[name] = embedded;
  doc._fontFamilies[embedded.name] ??= embedded;
  doc._font = embedded;
}

/**
 * pdfkit lays out a text with features each time it measures or draws it: five times for a line of an invoice, half the time that a file took.
 * The cache belongs to one document, because glyphs record the letters of the document that they were laid out for.
 */
function layOutOnce(embedded: Embedded): void {
  const layOut = embedded.layout.bind(embedded);
  const known = new Map<string, unknown>();
  embedded.layout = (text, features, onlyWidth) => {
    if (features === undefined) return layOut(text, features, onlyWidth);
    const key = `${features.join()} ${text}`;
    const laidOut = known.get(key) ?? layOut(text, features, onlyWidth);
    known.set(key, laidOut);
    return laidOut;
  };
}

const faceOf = (name: string, font: FontkitFont): Face => ({
  name,
  has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
});

const WOFF = '.woff';
let folder: string | null = null;

const fileOfPart = (part: string, weight: Weight): string => {
  folder ??= path.join(path.dirname(createRequire(import.meta.url).resolve('@fontsource/onest/package.json')), 'files');
  return path.join(folder, `onest-${part}-${weight}-normal${WOFF}`);
};
