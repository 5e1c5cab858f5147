import { Link } from '@tanstack/react-router';
import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type PlaceProps = {
  icon: LucideIcon;
  title: string;
  /** A word at the end of the row. */
  value?: string | undefined;
  to: string;
  search?: Record<string, string>;
};

/** A link to a screen. The row is 42 px high, and its target 44. Spec 2 §2, Mobile home. */
export function Place({ icon: Icon, title, value, to, search = {} }: PlaceProps) {
  return (
    <li className="relative flex min-h-10.5 items-center gap-4 border-t border-line px-4 py-2 first:border-t-0 only:min-h-13.5">
      <Icon size={19} strokeWidth={1.75} aria-hidden="true" className="flex-none text-accent-text" />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <Link
          to={to}
          search={search}
          className="min-w-0 text-text no-underline after:absolute after:-top-0.5 after:-bottom-px after:inset-x-0 hover:no-underline focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent"
        >
          {title}
        </Link>
        {value && <span className="num flex-none text-label text-2nd">{value}</span>}
      </span>
      <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-3rd rtl:-scale-x-100" />
    </li>
  );
}

/** Links that belong together, under a heading. */
export function Places({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-5">
      <h2 id={id} className="mb-2 px-4 text-label font-normal text-2nd">
        {title}
      </h2>
      <ul className="rounded-lg border border-line bg-surface shadow-raised">{children}</ul>
    </section>
  );
}
