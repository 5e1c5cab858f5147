import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';

export function BackToImports() {
  const t = useText();
  return (
    <Link to={PATHS.mailImport} className="touch inline-flex items-center gap-1.5">
      <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />
      {t('mailImport.page.title')}
    </Link>
  );
}
