import { ButtonLink } from '@postern/ui/buttons/button-link';
import { ClosedDoor } from '@postern/ui/drawings/closed-door';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { Link } from '@tanstack/react-router';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';

/** Tells a supporter that only the domain's admins see this screen. */
export function OutsideVisit() {
  const t = useText();
  return (
    <EmptyState
      level={1}
      drawing={<ClosedDoor />}
      title={t('supportVisits.outside.title')}
      action={<ButtonLink render={<Link to={PATHS.mailboxes} />}>{t('supportVisits.outside.link')}</ButtonLink>}
    >
      {t('supportVisits.outside.text')}
    </EmptyState>
  );
}
