import type { DrawingProps } from './empty-mailbox.tsx';

/** The door with a letter on its way through the slot. */
export function LetterDoor({ width = 190, className }: DrawingProps) {
  return (
    <svg width={width} viewBox="34 96 552 526" fill="none" aria-hidden="true" className={className}>
      <path
        d="M120 620V300c0-105 85-190 190-190s190 85 190 190v320"
        fill="var(--surface)"
        stroke="var(--accent)"
        strokeWidth="7"
      />
      <path d="M152 620V304c0-88 70-160 158-160s158 72 158 160v316" fill="var(--accent)" />
      <path d="M152 620V304c0-88 70-160 158-160v476" fill="var(--accent-hover)" />
      <rect x="226" y="372" width="168" height="34" rx="17" fill="var(--accent-soft)" />
      <rect x="238" y="383" width="144" height="12" rx="6" fill="var(--text)" opacity="0.55" />
      <g transform="translate(262 300) rotate(-7)" stroke="var(--text)" strokeWidth="4">
        <rect width="112" height="84" rx="6" fill="var(--surface)" />
        <path d="M3 6l53 40 53-40" strokeLinejoin="round" />
      </g>
      <rect x="226" y="384" width="168" height="22" rx="11" fill="var(--accent-soft)" />
      <circle cx="430" cy="470" r="11" fill="var(--accent-soft)" />
      <path d="M60 617h500" stroke="var(--accent)" strokeWidth="7" strokeLinecap="round" />
      <path
        d="M70 616c-8-52 2-92 26-118 16 30 16 76 2 118M548 616c-4-38 6-66 26-84 12 26 8 58-6 84"
        stroke="var(--accent)"
        strokeWidth="6"
        fill="var(--accent-line)"
      />
    </svg>
  );
}
