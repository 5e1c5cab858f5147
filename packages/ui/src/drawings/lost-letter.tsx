import type { DrawingProps } from './empty-mailbox.tsx';

/** A letter that has flown past the door: there is no such page. */
export function LostLetter({ width = 240, className }: DrawingProps) {
  return (
    <svg width={width} viewBox="0 0 300 190" fill="none" aria-hidden="true" className={className}>
      <path
        d="M34 178v-82c0-31 22-54 50-54s50 23 50 54v82"
        fill="var(--surface)"
        stroke="var(--accent)"
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
      <path d="M45 178v-80c0-25 17-43 39-43s39 18 39 43v80z" fill="var(--accent)" />
      <path d="M45 178v-80c0-25 17-43 39-43v123z" fill="var(--accent-hover)" />
      <rect x="63" y="112" width="42" height="9" rx="4.5" fill="var(--accent-soft)" />
      <circle cx="113" cy="140" r="3.5" fill="var(--accent-soft)" />
      <path
        d="M136 116c26 6 44 22 62 12 20-11 6-38-9-30-17 9-1 40 34 30"
        stroke="var(--accent-line)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeDasharray="2 9"
      />
      <g transform="translate(222 76) rotate(14)" stroke="var(--text)" strokeWidth="3" strokeLinejoin="round">
        <rect width="62" height="45" rx="5" fill="var(--surface)" />
        <path d="M3 5l28 21L59 5" />
      </g>
      <path d="M20 178.5h260" stroke="var(--accent)" strokeWidth="3.5" strokeLinecap="round" />
      <path
        d="M250 177c-3-17 1-30 9-38 7 12 6 26 0 38"
        fill="var(--accent-line)"
        stroke="var(--accent)"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}
