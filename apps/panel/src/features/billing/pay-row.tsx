import type { ReactNode } from 'react';

type RowProps = { label: ReactNode; note?: ReactNode; children: ReactNode; action?: ReactNode };

/** One line of the card: what it is, its value, a further word, and what can be done about it. */
export function PayRow({ label, note, children, action }: RowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-b border-line px-5 py-4 last:border-b-0 max-phone:px-4">
      <div className="grid min-w-40 flex-1 gap-x-4 phone:grid-cols-[8.75rem_minmax(0,1fr)]">
        <span className="text-label text-2nd">{label}</span>
        <div className="min-w-0">
          <div className="break-words">{children}</div>
          {note && <div className="mt-0.5 text-small text-pretty break-words text-2nd">{note}</div>}
        </div>
      </div>
      {action && <div className="ms-auto flex-none">{action}</div>}
    </div>
  );
}
