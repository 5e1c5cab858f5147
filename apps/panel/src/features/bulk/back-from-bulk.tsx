import type { BulkKind } from '@postern/contract/bulk';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';

/** Leads back to the list that the job is about, as it was searched and filtered. */
export function BackFromBulk({ kind, search = {} }: { kind?: BulkKind; search?: Readonly<Record<string, string>> }) {
  const t = useText();
  const isImport = kind === 'importMail';
  return (
    <Link
      to={isImport ? PATHS.mailImport : PATHS.mailboxes}
      search={search}
      className="touch inline-flex items-center gap-1.5"
    >
      <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />
      {t(isImport ? 'bulk.import.back' : 'bulk.page.back')}
    </Link>
  );
}
