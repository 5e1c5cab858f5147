import { Skeleton } from '@postern/ui/feedback/skeleton';
import { Card } from '@postern/ui/layout/card';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { AskYourAdmin } from '../../lib/access/ask-your-admin.tsx';
import { hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { usePart } from '../../lib/loading/use-part.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { loadMailStateNote } from '../domain-connection/panel.ts';
import { domainConnectionQuery, mailTrouble } from '../domain-connection/queries.ts';
import { ChangeDomainForm } from './change-domain-form.tsx';
import { ChangeProgress } from './change-progress.tsx';
import { FormerDomain } from './former-domain.tsx';
import { domainChangeQuery } from './queries.ts';

/** Moves everything to another domain, and shows the progress. Spec 2 §5, domain change. */
export function ChangeDomainPage() {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const read = useQuery(domainChangeQuery(bundleId));
  if (hasCode(read.error, 'NOT_AUTHORIZED')) return <AskYourAdmin text={t('domainChange.notAdmin', { domain })} />;
  const change = read.data;
  return (
    <div key={bundleId} className="page-narrow">
      <PageHeader title={t('domainChange.page.title')} sentence={t('domainChange.page.sentence', { domain })} />
      {change === undefined ? (
        read.error ? (
          <ReadFailed title={t('domainChange.failed.title')} read={read} />
        ) : (
          <Waiting />
        )
      ) : change !== null && change.state !== 'finished' ? (
        <ChangeProgress change={change} />
      ) : (
        <>
          {change?.formerUntil && <FormerDomain change={change} until={change.formerUntil} />}
          {change && <UnverifiedDomain bundleId={bundleId} domain={change.toDomain} />}
          <ChangeDomainForm />
        </>
      )}
    </div>
  );
}

/** Says what mail waits for after a change, until the new domain is verified. */
function UnverifiedDomain({ bundleId, domain }: { bundleId: string; domain: string }) {
  const { data } = useQuery(domainConnectionQuery(bundleId));
  const isTroubled = data !== undefined && mailTrouble(data) !== null;
  const note = usePart(loadMailStateNote, isTroubled ? 'soon' : 'later');
  return isTroubled && note && <note.MailStateNote data={data} domain={domain} className="mb-6" />;
}

function Waiting() {
  const t = useText();
  return (
    <Card padded>
      <p role="status" className="sr-only">
        {t('app.loading')}
      </p>
      <Skeleton shape="text" width="40%" className="text-h2" />
      <Skeleton shape="text" width="85%" className="mt-1.5" />
      <Skeleton height={42} className="mt-5" />
    </Card>
  );
}
