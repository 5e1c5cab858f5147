import { Button } from '@postern/ui/buttons/button';
import { Card } from '@postern/ui/layout/card';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { useSession } from '../../lib/session/session-store.ts';

const loadForm = () => import('./catch-all-form.tsx');
const loadDialog = () => import('./remove-catch-all-dialog.tsx');

/** Says what happens to mail for unknown addresses, with a form to change it. */
export function CatchAllCard({ email }: { email: string | null }) {
  const t = useText();
  const { domain = '' } = useSession();
  const [isChoosing, setChoosing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const hasChosen = useRef(false);
  useEffect(() => {
    // The form's buttons had the focus and are gone.
    if (!isChoosing && hasChosen.current) change.current?.focus();
    hasChosen.current = isChoosing;
  }, [isChoosing]);
  const form = usePart(loadForm, isChoosing ? 'now' : 'soon');
  const dialog = usePart(loadDialog, isRemoving ? 'now' : 'soon');
  return (
    <Card padded>
      <h2 className="break-words">{email ? t('catchAll.on.title', { email }) : t('catchAll.off.title')}</h2>
      <p className="prose-width mt-1.5 text-2nd">{t(email ? 'catchAll.on.text' : 'catchAll.off.text', { domain })}</p>
      {isChoosing && form ? (
        <form.CatchAllForm current={email} onCancel={() => setChoosing(false)} onSaved={() => setChoosing(false)} />
      ) : (
        <div className="mt-5 flex flex-wrap gap-2.5 max-phone:flex-col">
          <Button ref={change} kind={email ? 'quiet' : 'primary'} onClick={() => setChoosing(true)}>
            {t(email ? 'catchAll.change' : 'catchAll.set')}
          </Button>
          {email && (
            <Button kind="quiet" onClick={() => setRemoving(true)}>
              {t('catchAll.remove')}
            </Button>
          )}
        </div>
      )}
      {email && dialog && (
        <dialog.RemoveCatchAllDialog open={isRemoving} email={email} onClose={() => setRemoving(false)} />
      )}
    </Card>
  );
}
