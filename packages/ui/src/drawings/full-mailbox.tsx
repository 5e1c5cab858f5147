import type { DrawingProps } from './empty-mailbox.tsx';

/** A letter box with its flag up and the first letter in it. */
export function FullMailbox({ width = 176, className }: DrawingProps) {
  return (
    <svg width={width} viewBox="18 8 224 163" fill="none" aria-hidden="true" className={className}>
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
      <path d="M78 118V73c0-13 8-22 20-22s20 9 20 22v45z" fill="var(--accent-hover)" />
      <g transform="translate(38 76) rotate(-9 38 24)" stroke="var(--text)" strokeWidth="3" strokeLinejoin="round">
        <rect width="66" height="44" rx="3.5" fill="var(--surface)" />
        <path d="M2 3l31 23 31-23" />
      </g>
      <path d="M172 78V30" stroke="var(--text)" strokeWidth="3.5" strokeLinecap="round" />
      <path
        d="M172 14h26l-6 9 6 9h-26z"
        fill="var(--accent-line)"
        stroke="var(--text)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <circle cx="172" cy="80" r="5" fill="var(--accent-soft)" />
      <g stroke="var(--accent)" strokeWidth="3" strokeLinecap="round">
        <path d="M28 168c-4-24 0-42 12-54 8 14 8 36 2 54" fill="var(--accent-line)" />
        <path d="M222 168c-2-16 2-28 10-36 6 12 5 25-1 36" fill="var(--accent-line)" />
        <path d="M20 168.5h220" />
      </g>
    </svg>
  );
}
