import { Ban } from 'lucide-react';
import { useText } from '../../lib/i18n/texts.ts';

const NEVER = ['mail', 'passwords', 'pay', 'delete', 'download'] as const;

/** What no visit may do, whatever its reason. */
export function WhatSupportCant() {
  const t = useText();
  return (
    <div>
      <h3 className="text-label font-strong">{t('supportVisits.never.title')}</h3>
      <ul className="mt-2.5 grid gap-2 text-label text-2nd">
        {NEVER.map((what) => (
          <li key={what} className="flex items-start gap-2.5">
            <Ban size={16} strokeWidth={1.75} aria-hidden="true" className="mt-[0.2em] flex-none text-3rd" />
            {t(`supportVisits.never.${what}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}
