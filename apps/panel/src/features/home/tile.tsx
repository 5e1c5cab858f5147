import { Skeleton } from '@postern/ui/feedback/skeleton';
import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** A fact of this domain under a tile's name. `undefined` while it isn't known yet, `null` where there is none to tell. */
export type Fact = { text: ReactNode; isWarning?: boolean } | null | undefined;

type Props = { path: string; icon: LucideIcon; title: string; fact: Fact };

/** A way to one of the panel's screens. */
export function Tile({ path, icon: Icon, title, fact }: Props) {
  return (
    <Link
      to={path}
      className="flex min-w-0 gap-4 px-4 py-3.5 ring-1 ring-line transition-colors duration-120 hover:bg-accent-soft focus-visible:relative focus-visible:z-1"
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 flex-none text-accent-text" />
      <span className="min-w-0 flex-1">
        <span className="block font-strong text-text">{title}</span>
        {fact === undefined ? (
          <Skeleton shape="text" width="60%" className="text-small" />
        ) : (
          fact && (
            <span className={`block truncate text-small ${fact.isWarning ? 'text-warn' : 'text-2nd'}`}>
              {fact.text}
            </span>
          )
        )}
      </span>
    </Link>
  );
}

/** Tiles about one matter, under its name. */
export function TileGroup({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="min-[720px]:grid min-[720px]:grid-cols-[6.75rem_minmax(0,1fr)]">
      <h2 id={id} className="text-label font-normal text-2nd max-[719px]:mb-2 min-[720px]:pt-3.5">
        {title}
      </h2>
      <div className="grid gap-px overflow-clip rounded-md border border-line bg-surface min-[420px]:grid-cols-2 min-[720px]:grid-cols-3">
        {children}
      </div>
    </section>
  );
}
