import type { DomainConnectData } from '@postern/contract/domain-connection';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Banner } from '@postern/ui/feedback/banner';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRole } from '../../../lib/access/use-role.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { doesMailArrive, domainConnectionQuery } from '../../domain-connection/queries.ts';

type Props = {
  email: string;
  /** The mailbox that it replaced. */
  replaced: string | undefined;
  /** How many mailboxes were created in this dialog. */
  count: number;
};

/**
 * Says that a new mailbox is ready, or, until its domain is connected, what its mail waits for. The latter isn't shown on a phone, where
 * nobody sets up a domain. Spec 2 §2, email-created success panel.
 */
export function CreatedNote({ email, replaced, count }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const mayRead = mayWithDomain(useRole(), 'read');
  const { data } = useQuery({ ...domainConnectionQuery(bundleId), enabled: mayRead });
  const former = replaced && t('mailboxes.created.formerDeleted', { former: replaced });
  const counted = count > 1 && t('mailboxes.created.count', { count });
  if (isReady(data)) {
    const ready = t('mailboxes.created.ready', { email });
    return (
      <Good>
        {replaced ? t('mailboxes.created.replaced', { email, former: replaced }) : ready} {counted}
      </Good>
    );
  }
  return (
    <>
      <Good className={data && 'desk:hidden'}>
        {t('mailboxes.created.made', { email })} {former} {counted}
      </Good>
      {data && (
        <Banner
          kind="warn"
          live
          className="max-desk:hidden"
          action={
            <ButtonLink
              kind="quiet"
              size="s"
              render={<Link to={PATHS.activate} search={{ source_hook: 'email-created' }} />}
            >
              {t('mailboxes.created.connect')}
            </ButtonLink>
          }
        >
          {t('mailboxes.created.notConnected', { email, domain })} {former} {counted}
        </Banner>
      )}
    </>
  );
}

const isReady = (data: DomainConnectData | undefined): boolean => data !== undefined && doesMailArrive(data);

function Good({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <Banner kind="good" live className={className}>
      {children}
    </Banner>
  );
}
