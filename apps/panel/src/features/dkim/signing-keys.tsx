import type { DkimKeyView } from '@postern/contract/dkim';
import { DKIM_KEYS_MAXIMUM } from '@postern/domain/dkim';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { useState } from 'react';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { KeyCard } from './key-card.tsx';
import { keyFailureText } from './key-failure.ts';
import { generateKeyMutation } from './queries.ts';

const loadDelete = () => import('./delete-key-dialog.tsx');

type Props = {
  keys: readonly DkimKeyView[];
  /** Whether the domain uses our name servers, so that a record we add is visible at once. */
  isZoneOurs: boolean;
};

/** The domain's keys, the enabled one first, and a button for a new one. Spec 2 §4, DKIM. */
export function SigningKeys({ keys, isZoneOurs }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const [deleting, setDeleting] = useState<DkimKeyView | null>(null);
  const [isOpen, setOpen] = useState(false);
  const part = usePart(loadDelete, isOpen ? 'now' : 'soon');
  const { run, pending } = useSingleCall(
    {
      ...generateKeyMutation(bundleId),
      onError: (error: Error) => showToast(keyFailureText(error, null, domain, t), { kind: 'error' }),
    },
    ({ key }) => showToast(t('dkim.keys.made', { selector: key.selector }), { kind: 'success' }),
  );
  const due = keys.find(({ isRollOverDue }) => isRollOverDue);
  const next = keys.find(({ status }) => status === 'inactive' || status === 'verifying');
  const isFull = keys.length >= DKIM_KEYS_MAXIMUM;
  const generate = (label: string, kind: 'primary' | 'quiet') => (
    <Button kind={kind} pending={pending} disabled={isFull} onClick={() => run(undefined)}>
      {label}
    </Button>
  );
  return (
    <section aria-labelledby="signing-keys">
      <h3 id="signing-keys" className="text-lead!">
        {t('dkim.keys.title')}
      </h3>
      <p className="prose-width mt-1 text-pretty text-2nd">{t('dkim.keys.text', { domain })}</p>
      {due && (
        <Banner
          kind="info"
          className="mt-4"
          title={t('dkim.rollOver.title')}
          action={next ? undefined : generate(t('dkim.rollOver.start'), 'primary')}
        >
          {t(next ? 'dkim.rollOver.next' : 'dkim.rollOver.text', {
            selector: next?.selector ?? '',
          })}
        </Banner>
      )}
      {keys.length > 0 && (
        <ul className="mt-4 grid gap-3">
          {keys.map((key) => (
            <li key={key.dkimId}>
              <KeyCard
                dkimKey={key}
                isZoneOurs={isZoneOurs}
                isFirst={key === next}
                hasOther={keys.some((other) => other.isEnabled && other !== key)}
                onDelete={() => {
                  setDeleting(key);
                  setOpen(true);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {!(due && !next) && (
        <div className="mt-4">
          {generate(t(keys.length === 0 ? 'dkim.keys.first' : 'dkim.keys.another'), 'quiet')}
          {isFull && <p className="mt-2 text-small text-2nd">{t('dkim.keys.full', { maximum: DKIM_KEYS_MAXIMUM })}</p>}
        </div>
      )}
      {part && deleting && (
        <part.DeleteKeyDialog key={deleting.dkimId} dkimKey={deleting} open={isOpen} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}
