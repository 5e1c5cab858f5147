import { encode } from 'uqr';

/** The quiet zone on each side, in modules, without which a reader doesn't find the code. ISO 18004 §6.3.8. */
const QUIET_ZONE_MODULES = 4;
/** The most that a code of this correction level holds. ISO 18004, table 7. */
const MAXIMUM_BYTES = 2331;

/** A text as a picture that a phone reads; dark on white in either scheme, as readers expect it. Nothing for a text that doesn't fit. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  if (new TextEncoder().encode(text).length > MAXIMUM_BYTES) return null;
  // Level M: a seventh of the code may be unreadable.
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE_MODULES });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} className="fill-white" />
      <path d={data.flatMap(drawRow).join('')} className="fill-black" />
    </svg>
  );
}

/** Each run of dark modules as one bar. */
function drawRow(cells: readonly boolean[], row: number): string[] {
  const starts = cells.flatMap((isDark, column) => (isDark && !cells[column - 1] ? [column] : []));
  return starts.map((start) => {
    const width = cells.indexOf(false, start) - start;
    return `M${start} ${row}h${width}v1h-${width}z`;
  });
}
