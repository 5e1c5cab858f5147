import { PageHeader } from '@postern/ui/layout/page-header';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useView } from '../../../lib/frame/view.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';

type Props = { title: string; sentence?: string | undefined; aside: ReactNode; children: ReactNode };

/** Back to what is paid now. Inside a partner's page the frame has such a link. */
function BackToBilling() {
  const t = useText();
  if (!useView().hasSidebar) return null;
  return (
    <Link to={PATHS.subscription} className="touch inline-flex items-center gap-1.5">
      <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />
      {t('shell.nav.billing')}
    </Link>
  );
}

/**
 * A page with choices, and their price on the right, or below on a phone. There the whole page is the bar's container, so that the total
 * and the button are in reach from the top.
 */
export function PageColumns({ title, sentence, aside, children }: Props) {
  const t = useText();
  return (
    <>
      <PageHeader title={title} sentence={sentence} back={<BackToBilling />} />
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
