/** A line of the chart: the milliseconds of one user's page by the domain's number of mailboxes. */
export type GrowthLine = { name: string; colour: string; points: { size: number; millis: number }[] };

const WIDTH = 800;
const HEIGHT = 420;
const PLOT = { left: 90, right: 580, top: 50, bottom: 360 };
const LABEL_GAP = 16;

const decades = (values: number[]): [number, number] => [
  Math.floor(Math.log10(Math.min(...values))),
  Math.ceil(Math.log10(Math.max(...values))),
];

const scale =
  ([from, to]: [number, number], start: number, end: number) =>
  (value: number) =>
    start + ((Math.log10(value) - from) / (to - from)) * (end - start);

const text = (x: number, y: number, words: string, more = '') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${words}</text>`;

/** Keeps the labels at the lines' ends from overlapping. */
function labelHeights(wanted: number[]): number[] {
  const order = wanted.map((y, at) => ({ y, at })).sort((a, b) => a.y - b.y);
  let last = Number.NEGATIVE_INFINITY;
  const heights: number[] = [];
  for (const { y, at } of order) {
    last = Math.max(y, last + LABEL_GAP);
    heights[at] = last;
  }
  return heights;
}

/** Both axes are logarithmic, so a flat line means that the time doesn't grow. */
export function growthChart(lines: GrowthLine[]): string {
  const points = lines.flatMap((line) => line.points);
  const sizes = decades(points.map((point) => point.size));
  const times = decades(points.map((point) => point.millis));
  const x = scale(sizes, PLOT.left, PLOT.right);
  const y = scale(times, PLOT.bottom, PLOT.top);
  const steps = ([from, to]: [number, number]) =>
    Array.from({ length: to - from + 1 }, (_, step) => 10 ** (from + step));
  const grid = [
    ...steps(times).map(
      (millis) =>
        `<path d="M${PLOT.left} ${y(millis).toFixed(1)}H${PLOT.right}" stroke="#d9dce1"/>${text(PLOT.left - 8, y(millis) + 4, `${millis.toLocaleString('en')} ms`, 'text-anchor="end"')}`,
    ),
    ...steps(sizes).map((size) => text(x(size), PLOT.bottom + 20, size.toLocaleString('en'), 'text-anchor="middle"')),
  ];
  const ends = labelHeights(lines.map((line) => y(line.points.at(-1)?.millis ?? 1)));
  const drawn = lines.map(({ name, colour, points: own }, at) => {
    const path = own.map(
      (point, step) => `${step === 0 ? 'M' : 'L'}${x(point.size).toFixed(1)} ${y(point.millis).toFixed(1)}`,
    );
    const dots = own.map(
      (point) =>
        `<circle cx="${x(point.size).toFixed(1)}" cy="${y(point.millis).toFixed(1)}" r="3.5" fill="${colour}"/>`,
    );
    const label = text(PLOT.right + 12, (ends[at] ?? 0) + 4, name, `fill="${colour}" font-weight="600"`);
    return `<path d="${path.join('')}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}${label}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="13" fill="#3b4350" role="img" aria-label="Time for a page of 100 mailboxes by the size of the domain">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
${text(PLOT.left, 26, 'Time for a page of 100 mailboxes, one user', 'font-size="15" font-weight="600"')}
${grid.join('\n')}
${drawn.join('\n')}
${text((PLOT.left + PLOT.right) / 2, HEIGHT - 14, 'mailboxes in the domain', 'text-anchor="middle"')}
</svg>
`;
}
