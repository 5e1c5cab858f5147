import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { useSeenSteps } from '../first-steps/panel.ts';

/** Leads back to the list of first steps, for somebody who came from it and has connected the domain. */
export function ToFirstSteps() {
  const t = useText();
  const { bundleId = '' } = useSession();
  const seen = useSeenSteps(bundleId);
  if (seen === null || seen === 'over') return null;
  return (
    <ButtonLink
      kind="quiet"
      iconAfter={<ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />}
      render={<Link to={PATHS.mailboxes} />}
    >
      {t('domainSetUp.page.firstSteps')}
    </ButtonLink>
  );
}
