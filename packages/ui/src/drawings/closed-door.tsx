import type { DrawingProps } from './empty-mailbox.tsx';

/** The door is shut and a letter lies on the step: something is out of order. */
export function ClosedDoor({ width = 208, className }: DrawingProps) {
  return (
    <svg width={width} viewBox="0 0 260 200" fill="none" aria-hidden="true" className={className}>
      <path
        d="M74 188V88c0-34 24-60 56-60s56 26 56 60v100"
        fill="var(--surface)"
        stroke="var(--accent)"
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
      <path d="M86 188V90c0-28 19-48 44-48s44 20 44 48v98z" fill="var(--accent)" />
      <path d="M86 188V90c0-28 19-48 44-48v146z" fill="var(--accent-hover)" />
      <rect x="104" y="104" width="52" height="11" rx="5.5" fill="var(--accent-soft)" />
      <circle cx="162" cy="138" r="4" fill="var(--accent-soft)" />
      <path d="M30 188.5h200" stroke="var(--accent)" strokeWidth="3.5" strokeLinecap="round" />
      <g transform="translate(174 151) rotate(9)" stroke="var(--text)" strokeWidth="3" strokeLinejoin="round">
        <rect width="50" height="34" rx="4" fill="var(--surface)" />
        <path d="M3 4l22 16L47 4" />
      </g>
      <path
        d="M44 187c-4-26 0-46 13-58 9 15 8 38 1 58"
        fill="var(--accent-line)"
        stroke="var(--accent)"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}
