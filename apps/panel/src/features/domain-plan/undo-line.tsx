import { Button } from '@postern/ui/buttons/button';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { useVisit } from '../../lib/session/visit.ts';
import type { Applied } from './applied-plans.ts';

const loadDialog = () => import('./undo-dialog.tsx');

/** When the records were set in this tab, and the way back, which a support visit doesn't have: it decides where mail goes. */
export function UndoLine({ applied }: { applied: Applied }) {
  const t = useText();
  const locale = useLocale();
  const mayUndo = useVisit() === null;
  const [isAsking, setAsking] = useState(false);
  const dialog = usePart(loadDialog, isAsking ? 'now' : 'soon');
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(applied.at);
  return (
    <>
      <span>{t('domainPlan.applied.at', { time })}</span>
      {mayUndo && (
        <Button
          kind="link"
          className="ms-auto min-h-6! text-small"
          icon={<Undo2 size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          {t('domainPlan.applied.undo')}
        </Button>
      )}
      {dialog && <dialog.UndoDialog open={isAsking} applied={applied} onClose={() => setAsking(false)} />}
    </>
  );
}
