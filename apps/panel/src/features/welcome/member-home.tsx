import { ButtonLink } from '@postern/ui/buttons/button-link';
import { DoorScene } from '@postern/ui/drawings/door-scene';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { usePartner } from '../../lib/frame/partner.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';

/** The home of a mailbox without admin rights: what this panel is, who can help, and where their mail is. */
export function MemberHome() {
  const t = useText();
  const { domain = '', loginEmail = '' } = useSession();
  const { webmail } = usePartner().urls;
  return (
    <EmptyState
      level={1}
      drawing={<DoorScene className="block w-44" />}
      title={t('app.askAdmin.title')}
      action={
        webmail && (
          <ButtonLink href={webmail} target="_blank" rel="noopener noreferrer">
            {t('welcome.member.webmail')}
          </ButtonLink>
        )
      }
    >
      {t('welcome.member.text', { domain, email: loginEmail })}
    </EmptyState>
  );
}
