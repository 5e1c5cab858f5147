import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { AtSign, MailWarning } from 'lucide-react';
import type { ReactNode } from 'react';
import { AskYourAdmin } from '../../lib/access/ask-your-admin.tsx';
import { hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { WaitingCard } from '../../lib/loading/waiting.tsx';
import { useSession } from '../../lib/session/session-store.ts';
import { CatchAllCard } from './catch-all-card.tsx';
import { catchAllQuery } from './queries.ts';

/** Which mailbox gets mail to addresses that don't exist. Spec 2 §2, catch-all. */
export function CatchAllPage() {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const read = useQuery(catchAllQuery(bundleId));
  if (hasCode(read.error, 'NOT_AUTHORIZED')) return <AskYourAdmin text={t('catchAll.notAdmin.text', { domain })} />;
  return (
    <div className="page-narrow">
      <PageHeader title={t('catchAll.page.title')} sentence={t('catchAll.page.sentence', { domain })} />
      {read.data ? (
        <>
          <CatchAllCard key={read.data.email} email={read.data.email} />
          <h2 className="mt-8 mb-3">{t('catchAll.notes.title')}</h2>
          <ul className="grid gap-3 text-2nd">
            <Note icon={<AtSign size={18} strokeWidth={1.75} aria-hidden="true" />}>{t('catchAll.notes.others')}</Note>
            <Note icon={<MailWarning size={18} strokeWidth={1.75} aria-hidden="true" />}>
              {t('catchAll.notes.spam')}
            </Note>
          </ul>
        </>
      ) : read.error ? (
        <ReadFailed title={t('catchAll.failed.title')} read={read} />
      ) : (
        <WaitingCard heading="60%" button="12rem" />
      )}
    </div>
  );
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-0.5 flex-none text-3rd">{icon}</span>
      <span className="prose-width">{children}</span>
    </li>
  );
}
