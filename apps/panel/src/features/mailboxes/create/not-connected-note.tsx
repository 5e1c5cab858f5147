import { mayWithDomain } from '@postern/domain/domain-connection';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Banner } from '@postern/ui/feedback/banner';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRole } from '../../../lib/access/use-role.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { domainConnectionQuery, isMailToConnect } from '../../domain-connection/queries.ts';

/**
 * Says that a new mailbox gets no mail until its domain is connected. Not on a phone, where nobody sets up a domain. Spec 2 §2,
 * email-created success panel.
 */
export function NotConnectedNote({ email }: { email: string }) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const mayRead = mayWithDomain(useRole(), 'read');
  const { data } = useQuery({ ...domainConnectionQuery(bundleId), enabled: mayRead });
  if (!data || !isMailToConnect(data)) return null;
  return (
    <Banner
      kind="warn"
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
      {t('mailboxes.created.notConnected', { email, domain })}
    </Banner>
  );
}
