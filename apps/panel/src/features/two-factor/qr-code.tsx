import { encodeQrCode, QUIET_ZONE_MODULES } from '@postern/domain/qr-code';

/** A text as a picture that a phone reads; dark on white in either scheme, as readers expect it. Nothing for what doesn't fit. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const modules = encodeQrCode(text);
  if (modules === null) return null;
  const side = modules.length + 2 * QUIET_ZONE_MODULES;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={side} height={side} className="fill-white" />
      <path d={modules.flatMap(drawRow).join('')} className="fill-black" />
    </svg>
  );
}

/** Each run of dark modules as one bar. */
function drawRow(cells: readonly boolean[], row: number): string[] {
  const starts = cells.flatMap((isDark, column) => (isDark && !cells[column - 1] ? [column] : []));
  return starts.map((start) => {
    const end = cells.indexOf(false, start);
    const width = (end === -1 ? cells.length : end) - start;
    return `M${start + QUIET_ZONE_MODULES} ${row + QUIET_ZONE_MODULES}h${width}v1h-${width}z`;
  });
}
