export interface DrawingProps {
  /** Pixels. */
  width?: number | undefined;
  className?: string | undefined;
}

/** An open letter box on a wall with nothing in it yet. */
export function EmptyMailbox({ width = 208, className }: DrawingProps) {
  return (
    <svg width={width} viewBox="0 0 260 180" fill="none" aria-hidden="true" className={className}>
      <path
        d="M122 116h16v52h-16z"
        fill="var(--accent-line)"
        stroke="var(--accent)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path d="M66 118V72c0-20 14-34 33-34h66c18 0 32 14 32 34v46z" fill="var(--accent)" />
      <path
        d="M66 118V72c0-20 14-34 32-34s32 14 32 34v46z"
        fill="var(--surface)"
        stroke="var(--accent)"
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
      <path d="M78 108V73c0-13 8-22 20-22s20 9 20 22v35z" fill="var(--accent-soft)" />
      <path d="M66 118h64l-10 26H54z" fill="var(--accent-hover)" />
      <path d="M86 131h16" stroke="var(--accent-soft)" strokeWidth="4" strokeLinecap="round" />
      <path d="M172 78V30" stroke="var(--text)" strokeWidth="3.5" strokeLinecap="round" />
      <path
        d="M172 30h24l-6 8 6 8h-24z"
        fill="var(--accent-line)"
        stroke="var(--text)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <circle cx="172" cy="80" r="5" fill="var(--accent-soft)" />
      <g stroke="var(--accent)" strokeWidth="3" strokeLinecap="round">
        <path d="M28 168c-4-24 0-42 12-54 8 14 8 36 2 54" fill="var(--accent-line)" />
        <path d="M222 168c-2-16 2-28 10-36 6 12 5 25-1 36" fill="var(--accent-line)" />
        <path d="M18 168.5h224" />
      </g>
    </svg>
  );
}
