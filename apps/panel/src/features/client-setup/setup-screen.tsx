import type { readMailServers } from '@postern/contract/client-setup';
import type { OutputOf } from '@postern/contract/operation';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { EmptyMailbox } from '@postern/ui/drawings/empty-mailbox';
import { Banner } from '@postern/ui/feedback/banner';
import { Skeleton } from '@postern/ui/feedback/skeleton';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AskYourAdmin } from '../../lib/access/ask-your-admin.tsx';
import { hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { WaitingStatus } from '../../lib/loading/waiting.tsx';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { MailboxField } from './mailbox-field.tsx';
import { mailServersQuery } from './queries.ts';
import { type SetUpMailbox, useChosenMailbox } from './use-chosen-mailbox.ts';

export type MailServers = OutputOf<typeof readMailServers>;

type Props = {
  title: string;
  sentence: string;
  children: (mailbox: SetUpMailbox, servers: MailServers) => ReactNode;
};

/** The screen around the settings: the mailbox, the servers, and the states while they load or fail. */
export function SetupScreen({ title, sentence, children }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const servers = useQuery(mailServersQuery(bundleId));
  const chosen = useChosenMailbox();
  const { mailbox } = chosen;
  const failed = [chosen.read, servers].find((read) => read.error && !read.data);
  if (hasCode(chosen.read.error, 'NOT_AUTHORIZED'))
    return <AskYourAdmin text={t('clientSetup.notAdmin.text', { domain })} />;
  return (
    <div className="page-narrow">
      <PageHeader title={title} sentence={sentence} />
      {failed ? (
        <ReadFailed title={t('clientSetup.failed.title')} read={failed} />
      ) : chosen.isReading || !servers.data ? (
        <Waiting />
      ) : mailbox ? (
        <>
          {chosen.missed && (
            <Banner kind="warn" className="mb-6">
              {t('clientSetup.mailbox.missed', { wanted: chosen.missed, email: mailbox.email })}
            </Banner>
          )}
          {!chosen.isOwn && <MailboxField chosen={chosen} />}
          {children(mailbox, servers.data)}
        </>
      ) : (
        <EmptyState
          drawing={<EmptyMailbox />}
          title={t('clientSetup.none.title')}
          action={<ButtonLink render={<Link to={PATHS.mailboxes} />}>{t('clientSetup.none.go')}</ButtonLink>}
        >
          {t('clientSetup.none.text', { domain })}
        </EmptyState>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <>
      <WaitingStatus />
      <Skeleton shape="text" width="9rem" className="mb-1.5 text-label" />
      <Skeleton height={44} className="mb-1.5" />
      <Skeleton shape="text" width="16rem" className="mb-6 text-small" />
      <Skeleton height={190} />
    </>
  );
}
