import type { ReactNode } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';

/** The changes of one day. `day` is `YYYY-MM-DD`. */
export function ActivityDay({ day, children }: { day: string; children: ReactNode }) {
  const format = useFormat();
  return (
    <section className="mt-6">
      <h2 id={`day-${day}`} className="mb-2.5 text-label font-medium text-2nd">
        {format.date(day, 'long')}
      </h2>
      {children}
    </section>
  );
}
