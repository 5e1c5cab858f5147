import { StatusIcon } from '@postern/ui/feedback/status-icon';
import { useText } from '../../../lib/i18n/texts.ts';
import type { Storage } from './use-storage.ts';

/** A sign next to a mailbox that is full or almost full; its shape and text say so without colour. */
export function StorageWarning({ level }: Pick<Storage, 'level'>) {
  const t = useText();
  if (level === 'normal') return null;
  return (
    <span className={level === 'full' ? 'text-bad' : 'text-warn'}>
      <StatusIcon kind={level === 'full' ? 'bad' : 'warn'} size={15} />
      <span className="sr-only">{t(level === 'full' ? 'mailboxes.storage.full' : 'mailboxes.storage.nearlyFull')}</span>
    </span>
  );
}
