const RADIUS = 16;
const LENGTH = 2 * Math.PI * RADIUS;

/** The share of right records as a ring, with a check mark when all are; the text next to it says the same. */
export function ProgressRing({ share, isWorking }: { share: number; isWorking: boolean }) {
  return (
    <svg
      viewBox="0 0 40 40"
      fill="none"
      strokeWidth="5"
      aria-hidden="true"
      className={`size-10 flex-none ${isWorking ? 'animate-breathe' : ''}`}
    >
      <circle cx="20" cy="20" r={RADIUS} className="stroke-accent-line" />
      {share > 0 && (
        <circle
          cx="20"
          cy="20"
          r={RADIUS}
          strokeLinecap={share < 1 ? 'round' : 'butt'}
          strokeDasharray={`${share * LENGTH} ${LENGTH}`}
          transform="rotate(-90 20 20)"
          className="stroke-accent transition-[stroke-dasharray] duration-200"
        />
      )}
      {share === 1 && (
        <path
          d="m14.5 20.5 4 4 7.5-8"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
          className="stroke-accent"
        />
      )}
    </svg>
  );
}
