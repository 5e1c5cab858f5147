import { Fonts, type Weight } from './fonts.ts';

/** A4 in CSS pixels, as the invoice is drawn: 96 to the inch. */
const PAGE = { width: 794, height: 1123 };
export const LEFT = 68;
export const RIGHT = PAGE.width - LEFT;
export const TOP = 64;
/** Nothing but the page's end goes below. */
export const BOTTOM = PAGE.height - 120;
const POINTS = 0.75;

export const INK = '#16201e';
export const SOFT = '#4a5654';
const LINE = '#d9dedc';
const GOOD = '#11683a';
const ACCENT = '#0b6157';

type Style = { size: number; weight?: Weight; color?: string; align?: 'left' | 'right' };

type Features = ('kern' | 'tnum')[];

/** Figures in a column have the same width. */
const featuresOf = (align: 'left' | 'right'): Features => (align === 'right' ? ['kern', 'tnum'] : ['kern']);

/** Draws texts and lines in CSS pixels from the top left, with the font that has each letter. */
export class Sheet {
  readonly #doc: PDFKit.PDFDocument;
  readonly #fonts: Fonts;
  readonly #widths = new Map<string, number>();

  constructor(doc: PDFKit.PDFDocument, locale: string) {
    this.#doc = doc;
    this.#fonts = new Fonts(doc, locale);
  }

  addPage(): void {
    this.#doc.addPage({ size: 'A4', margin: 0 });
    this.#doc.scale(POINTS);
  }

  widthOf(text: string, { size, weight = 400, align = 'left' }: Style): number {
    const key = `${size} ${weight} ${align} ${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    const runs = this.#fonts.runsOf(text, weight);
    const width = runs.reduce((sum, run) => sum + this.#measure(run, size, featuresOf(align)), 0);
    this.#widths.set(key, width);
    return width;
  }

  #measure({ face, text }: { face: string; text: string }, size: number, features: Features): number {
    return this.#doc.font(face).fontSize(size).widthOfString(text, { features });
  }

  /** One line, whose box begins at `y`. `x` is its right edge if it is aligned to the right. */
  text(text: string, x: number, y: number, style: Style): void {
    const { size, weight = 400, color = INK, align = 'left' } = style;
    let at = align === 'right' ? x - this.widthOf(text, style) : x;
    const features = featuresOf(align);
    for (const run of this.#fonts.runsOf(text, weight)) {
      this.#doc
        .font(run.face)
        .fontSize(size)
        .fillColor(color)
        .text(run.text, at, y + size, { lineBreak: false, baseline: 'alphabetic', features });
      at += this.#measure(run, size, features);
    }
  }

  /** Breaks a text into lines of at most this width, between words and, where it must, inside them. */
  linesOf(text: string, width: number, style: Style): string[] {
    if (this.widthOf(text, style) <= width) return [text];
    const space = this.widthOf(' ', style);
    const lines: string[] = [];
    let line = '';
    let used = 0;
    const add = (piece: string, wide: number, gap: number) => {
      if (line !== '' && used + gap + wide > width) {
        lines.push(line);
        line = '';
        used = 0;
      }
      used += (line === '' ? 0 : gap) + wide;
      line += (line === '' || gap === 0 ? '' : ' ') + piece;
    };
    for (const word of text.split(' ')) {
      const wide = this.widthOf(word, style);
      if (wide <= width) add(word, wide, space);
      else
        for (const [index, letter] of [...word].entries())
          add(letter, this.widthOf(letter, style), index === 0 ? space : 0);
    }
    return [...lines, line];
  }

  line(y: number, { from = LEFT, to = RIGHT, width = 1, color = LINE } = {}): void {
    this.#doc.moveTo(from, y).lineTo(to, y).lineWidth(width).strokeColor(color).stroke();
  }

  box(x: number, y: number, width: number, height: number): void {
    this.#doc.roundedRect(x, y, width, height, 8).lineWidth(1).strokeColor(LINE).stroke();
  }

  tick(x: number, y: number): void {
    this.#doc
      .moveTo(x + 13.5, y + 4)
      .lineTo(x + 6, y + 11.5)
      .lineTo(x + 2.5, y + 8)
      .lineWidth(1.7)
      .strokeColor(GOOD)
      .lineCap('round')
      .stroke();
  }

  /** The mark of a service without a logo of its own: a door. */
  mark(x: number, y: number): void {
    const scale = 32 / 26;
    this.#doc
      .save()
      .translate(x, y)
      .scale(scale)
      .path('M5 24V10.5C5 6 8.6 2.5 13 2.5S21 6 21 10.5V24M2.5 24h21M9.5 13.2h7')
      .lineWidth(2.4)
      .lineCap('round')
      .strokeColor(ACCENT)
      .stroke()
      .restore();
  }
}
