import type { DrawingProps } from './empty-mailbox.tsx';

/** A letter on its way from the door it went to before to a new one. */
export function MovingDoors({ width = 216, className }: DrawingProps) {
  return (
    <svg width={width} viewBox="0 0 284 198" fill="none" aria-hidden="true" className={className}>
      <path
        d="M30 194v-74c0-25 20-45 45-45s45 20 45 45v74"
        fill="var(--surface)"
        stroke="var(--accent-line)"
        strokeWidth="3.5"
      />
      <path d="M42 194v-73c0-19 14-34 33-34s33 15 33 34v73" fill="var(--accent-soft)" />
      <rect x="58" y="134" width="34" height="8" rx="4" fill="var(--accent-line)" />
      <path
        d="M158 194V98c0-31 24-55 54-55s54 24 54 55v96"
        fill="var(--surface)"
        stroke="var(--accent)"
        strokeWidth="3.5"
      />
      <path d="M170 194V99c0-24 18-44 42-44s42 20 42 44v95" fill="var(--accent)" />
      <path d="M170 194V99c0-24 18-44 42-44v139" fill="var(--accent-hover)" />
      <rect x="188" y="112" width="48" height="11" rx="5.5" fill="var(--accent-soft)" />
      <circle cx="243" cy="148" r="3.5" fill="var(--accent-soft)" />
      <path
        d="M76 66C86 30 118 14 152 22"
        stroke="var(--text-3)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="1 9"
      />
      <g transform="translate(118 20) rotate(11 25 17)" stroke="var(--text)" strokeWidth="3" strokeLinejoin="round">
        <rect width="50" height="34" rx="3" fill="var(--surface)" />
        <path d="M2 3l23 17L48 3" />
      </g>
      <g stroke="var(--accent)" strokeWidth="3" strokeLinecap="round">
        <path d="M134 193c-4-20 0-34 10-44 7 12 7 30 2 44" fill="var(--accent-line)" />
        <path d="M6 194.5h272" />
      </g>
    </svg>
  );
}
