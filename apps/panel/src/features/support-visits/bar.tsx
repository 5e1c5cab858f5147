import type { ReactNode } from 'react';

type Props = {
  /** `visitor` has the warning colour, `owner` the accent colour. */
  of: 'visitor' | 'owner';
  label: string;
  sign: ReactNode;
  title: ReactNode;
  text: ReactNode;
  children: ReactNode;
};

const LOOK = {
  visitor: 'bg-warn-soft border-warn/35',
  owner: 'bg-accent-soft border-accent-line',
};

/** A bar above the whole panel that shows a running support visit. It stays in view. */
export function Bar({ of, label, sign, title, text, children }: Props) {
  return (
    <section
      aria-label={label}
      data-slot="visit-bar"
      className={`sticky top-0 z-30 flex min-h-14 flex-wrap items-center gap-x-3.5 gap-y-2 border-b px-4 py-2 text-label desk:h-14 desk:flex-nowrap desk:px-6 ${LOOK[of]}`}
    >
      <span className="flex-none">{sign}</span>
      <p className="min-w-0 flex-1 basis-52 wrap-anywhere desk:truncate">
        <span className="font-strong">{title}</span> <span className="text-2nd">· {text}</span>
      </p>
      <div className="flex flex-none flex-wrap items-center gap-x-3.5 gap-y-2 max-desk:w-full max-desk:justify-end">
        {children}
      </div>
    </section>
  );
}
