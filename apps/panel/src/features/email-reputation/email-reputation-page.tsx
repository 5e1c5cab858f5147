import { Card } from '@postern/ui/layout/card';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { AskYourAdmin } from '../../lib/access/ask-your-admin.tsx';
import { hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { WaitingCard } from '../../lib/loading/waiting.tsx';
import { useSession } from '../../lib/session/session-store.ts';
import { dkimKeysQuery } from '../dkim/queries.ts';
import { domainConnectionQuery } from '../domain-connection/queries.ts';
import { DkimRow } from './dkim-row.tsx';
import { DmarcRow } from './dmarc-row.tsx';
import { ReputationVerdict } from './reputation-verdict.tsx';
import { SpfRow } from './spf-row.tsx';
import { useFolds } from './use-folds.ts';

/** How receivers can tell that mail from the domain is genuine, and the keys that sign it. Spec 2 §2, email reputation and custom DKIM. */
export function EmailReputationPage() {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const connection = useQuery(domainConnectionQuery(bundleId));
  const keys = useQuery(dkimKeysQuery(bundleId));
  const folds = useFolds();
  const reads = [connection, keys];
  if (reads.some(({ error }) => hasCode(error, 'NOT_AUTHORIZED')))
    return <AskYourAdmin text={t('emailReputation.notAdmin.text', { domain })} />;
  const failed = reads.find((read) => read.error && !read.data);
  return (
    <div key={bundleId} className="page-narrow">
      <PageHeader title={t('emailReputation.page.title')} sentence={t('emailReputation.page.sentence', { domain })} />
      {failed ? (
        <ReadFailed title={t('emailReputation.failed.title')} read={failed} />
      ) : connection.data && keys.data ? (
        <>
          <ReputationVerdict data={connection.data} keys={keys.data.keys} domain={domain} onShow={folds.open} />
          <Card>
            <SpfRow data={connection.data} domain={domain} fold={folds.foldOf('spf')} />
            <DkimRow data={connection.data} keys={keys.data.keys} domain={domain} fold={folds.foldOf('dkim')} />
            <DmarcRow data={connection.data} fold={folds.foldOf('dmarc')} />
          </Card>
        </>
      ) : (
        <WaitingCard heading="45%" button="9rem" />
      )}
    </div>
  );
}
