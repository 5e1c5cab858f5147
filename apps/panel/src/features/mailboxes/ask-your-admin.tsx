import { ButtonLink } from '@postern/ui/button-link';
import { ClosedDoor } from '@postern/ui/closed-door';
import { EmptyState } from '@postern/ui/empty-state';
import { useText } from '../../lib/i18n/texts.ts';
import { usePartner } from '../../lib/partner.ts';
import { useSession } from '../../lib/session-store.ts';

/** For somebody who signed in with a mailbox that has no admin rights. Spec 2 §6. */
export function AskYourAdmin() {
  const t = useText();
  const { domain = '' } = useSession();
  const { webmail } = usePartner().urls;
  return (
    <EmptyState
      level={1}
      drawing={<ClosedDoor />}
      title={t('mailboxes.notAdmin.title')}
      action={
        webmail && (
          <ButtonLink href={webmail} target="_blank" rel="noopener noreferrer">
            {t('mailboxes.menu.webmail')}
          </ButtonLink>
        )
      }
    >
      {t('mailboxes.notAdmin.text', { domain })}
    </EmptyState>
  );
}
