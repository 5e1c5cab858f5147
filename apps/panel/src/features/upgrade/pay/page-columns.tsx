import { PageHeader } from '@postern/ui/layout/page-header';
import type { ReactNode } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';

type Props = { title: string; sentence?: string | undefined; back?: ReactNode; aside: ReactNode; children: ReactNode };

/**
 * A page with choices, and their price on the right, or below on a phone. There the whole page is the bar's container, so that the total
 * and the button are in reach from the top.
 */
export function PageColumns({ title, sentence, back, aside, children }: Props) {
  const t = useText();
  return (
    <>
      <PageHeader title={title} sentence={sentence} back={back} />
      <div className="flex flex-col gap-x-8 gap-y-7 desk:grid desk:items-start desk:grid-cols-[minmax(0,1fr)_minmax(17rem,21.5rem)]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
        <aside
          aria-label={t('upgrade.quote.region')}
          className="contents desk:sticky desk:top-6 desk:block desk:min-w-0"
        >
          {aside}
        </aside>
      </div>
    </>
  );
}
