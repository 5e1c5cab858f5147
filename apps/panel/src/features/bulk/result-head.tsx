import type { ReactNode } from 'react';

/** The heading of one part of a result, with its buttons. It can take the focus, so that Tab moves on to these buttons. */
export function ResultHead({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2.5">
      <h2 id={id} tabIndex={-1} className="num me-auto outline-none">
        {title}
      </h2>
      <div className="flex flex-wrap gap-2.5 max-phone:w-full max-phone:*:flex-1">{children}</div>
    </div>
  );
}
