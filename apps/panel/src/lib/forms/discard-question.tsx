import { ConfirmDialog } from '@postern/ui/overlays/confirm-dialog';
import { useText } from '../i18n/texts.ts';
import type { UnsavedGuard } from './use-unsaved-guard.ts';

export type DiscardTexts = { title: string; text: string };

/** Asks before what was typed is thrown away. */
export function DiscardQuestion({ guard, texts }: { guard: UnsavedGuard; texts?: DiscardTexts | undefined }) {
  const t = useText();
  return (
    <ConfirmDialog
      open={guard.isAsking}
      onClose={guard.stay}
      onConfirm={guard.leave}
      danger
      title={texts?.title ?? t('shell.discard.title')}
      confirmLabel={t('shell.discard.confirm')}
      cancelLabel={t('shell.discard.keep')}
      closeLabel={t('shell.discard.keep')}
    >
      {texts?.text ?? t('shell.discard.text')}
    </ConfirmDialog>
  );
}
