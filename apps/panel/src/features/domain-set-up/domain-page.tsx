import type { DomainConnectData } from '@postern/contract/domain-connection';
import { Skeleton } from '@postern/ui/feedback/skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AskYourAdmin } from '../../lib/access/ask-your-admin.tsx';
import { hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { useSession } from '../../lib/session/session-store.ts';
import { domainConnectionQuery } from '../domain-connection/queries.ts';

/** A page that needs the result of the last check; it starts afresh for another domain. */
export function DomainPage({ children }: { children: (data: DomainConnectData, domain: string) => ReactNode }) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const read = useQuery(domainConnectionQuery(bundleId));
  if (hasCode(read.error, 'NOT_AUTHORIZED')) return <AskYourAdmin text={t('domainSetUp.notAdmin.text', { domain })} />;
  return (
    <div key={bundleId} className="page-narrow">
      {read.data ? (
        children(read.data, domain)
      ) : read.error ? (
        <ReadFailed title={t('domainSetUp.failed.title')} read={read} />
      ) : (
        <Waiting domain={domain} />
      )}
    </div>
  );
}

const CARDS = 3;

function Waiting({ domain }: { domain: string }) {
  const t = useText();
  return (
    <>
      <h1>{t('domainSetUp.page.connect', { domain })}</h1>
      <p role="status" className="sr-only">
        {t('app.loading')}
      </p>
      <Skeleton shape="text" width="70%" className="mt-1.5 mb-6" />
      <Skeleton height={76} className="mb-5" />
      <div className="overflow-clip rounded-lg border border-line bg-surface">
        {Array.from({ length: CARDS }, (_, card) => (
          <div key={card} className="flex items-center gap-3.5 border-b border-line px-5 py-4 last:border-b-0">
            <Skeleton shape="circle" width={30} />
            <div className="flex-1">
              <Skeleton shape="text" width="40%" />
              <Skeleton shape="text" width="8rem" className="text-small" />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
