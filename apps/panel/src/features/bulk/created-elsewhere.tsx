import { ButtonLink } from '@postern/ui/buttons/button-link';
import { PageHeader } from '@postern/ui/layout/page-header';
import { usePartner } from '../../lib/frame/partner.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { BackFromBulk } from './back-from-bulk.tsx';

/** Leads to the partner's own site, where it creates the mailboxes. Spec 2 §6. */
export function CreatedElsewhere({ url }: { url: string }) {
  const t = useText();
  const { domain = '' } = useSession();
  const { companyName: company } = usePartner();
  return (
    <PageHeader
      title={t('mailboxes.elsewhere.title', { company })}
      sentence={t('mailboxes.elsewhere.text', { domain, company })}
      back={<BackFromBulk />}
      actions={
        <ButtonLink href={url} target="_blank" rel="noopener noreferrer">
          {t('mailboxes.elsewhere.go', { company })}
        </ButtonLink>
      }
    />
  );
}
