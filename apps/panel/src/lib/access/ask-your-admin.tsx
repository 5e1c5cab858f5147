import { ButtonLink } from '@postern/ui/buttons/button-link';
import { ClosedDoor } from '@postern/ui/drawings/closed-door';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { usePartner } from '../frame/partner.ts';
import { useText } from '../i18n/texts.ts';

/** Shown to a mailbox without admin rights. `text` says what only admins see here. Spec 2 §6. */
export function AskYourAdmin({ text }: { text: string }) {
  const t = useText();
  const { webmail } = usePartner().urls;
  return (
    <EmptyState
      level={1}
      drawing={<ClosedDoor />}
      title={t('shell.askAdmin.title')}
      action={
        webmail && (
          <ButtonLink href={webmail} target="_blank" rel="noopener noreferrer">
            {t('shell.action.webmail')}
          </ButtonLink>
        )
      }
    >
      {text}
    </EmptyState>
  );
}
