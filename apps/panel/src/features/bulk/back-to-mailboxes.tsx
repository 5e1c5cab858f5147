import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';

export function BackToMailboxes() {
  const t = useText();
  return (
    <Link to={PATHS.mailboxes} className="touch inline-flex items-center gap-1.5">
      <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
      {t('bulk.page.back')}
    </Link>
  );
}
