import { Link } from '@tanstack/react-router';
import { ArrowLeft, CircleHelp } from 'lucide-react';
import { usePartner } from '../../lib/frame/partner.ts';
import { useText } from '../../lib/i18n/texts.ts';
import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';
import { findRoute } from '../routes.ts';

/** Where one is inside a partner's page: back to where it leads, by name, and help. Spec 1 §1, widget. */
export function PlaceLine({ route }: { route: PanelRoute | undefined }) {
  const t = useText();
  const { urls, flags } = usePartner();
  const parent = findRoute(route?.parent ?? PATHS.home);
  return (
    <div data-slot="place" className="mb-4 flex min-h-6 items-center justify-between gap-4 text-label">
      {route?.path === PATHS.home || !parent ? (
        <span className="text-2nd">{t('shell.nav.home')}</span>
      ) : (
        <Link
          to={parent.path}
          className="touch -ms-1 inline-flex items-center gap-2 rounded-sm px-1 text-2nd hover:text-text"
        >
          <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none rtl:-scale-x-100" />
          {t(parent.title)}
        </Link>
      )}
      {urls.adminGuide && !flags.hideIFrameHelpButton && (
        <a
          href={urls.adminGuide}
          target="_blank"
          rel="noopener noreferrer"
          className="touch inline-flex flex-none items-center gap-2 font-medium text-accent-text hover:underline underline-offset-3"
        >
          <CircleHelp size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('shell.account.help')}
        </a>
      )}
    </div>
  );
}
