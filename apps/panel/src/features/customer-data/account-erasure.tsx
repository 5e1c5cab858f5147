import type { Erasure } from '@postern/contract/customer-data';
import { ERASURE_DAYS } from '@postern/domain/customer-data';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { usePart } from '../../lib/loading/use-part.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { cancelErasureMutation, erasureQuery } from './queries.ts';

const loadModal = () => import('./erase-account-modal.tsx');

/** Whether the account is about to be erased, and the button to ask for that or to keep it. */
export function AccountErasure() {
  const t = useText();
  const { loginEmail = '' } = useSession();
  const read = useQuery(erasureQuery(loginEmail));
  return (
    <section aria-labelledby="erase-account" className="mt-10">
      <h2 id="erase-account">{t('customerData.erase.title')}</h2>
      {read.error && !read.data && <ReadFailed title={t('customerData.failed.title')} read={read} />}
      {read.data &&
        (read.data.erasure === null ? (
          <AskForErasure email={loginEmail} />
        ) : (
          <WaitingErasure erasure={read.data.erasure} email={loginEmail} />
        ))}
    </section>
  );
}

function AskForErasure({ email }: { email: string }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [turn, setTurn] = useState(0);
  const part = usePart(loadModal, isOpen ? 'now' : 'later');
  /** Opens a fresh dialog each time, without earlier input. */
  function open() {
    setTurn(turn + 1);
    setOpen(true);
  }
  return (
    <>
      <p className="prose-width mt-1.5 text-pretty text-2nd">{t('customerData.erase.text', { days: ERASURE_DAYS })}</p>
      <Button kind="quiet" className="mt-4" onClick={open}>
        {t('customerData.erase.open')}
      </Button>
      {part && <part.EraseAccountModal key={turn} email={email} open={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}

function WaitingErasure({ erasure: { dueAt }, email }: { erasure: Erasure; email: string }) {
  const t = useText();
  const format = useFormat();
  const { run, pending, error } = useSingleCall(cancelErasureMutation(email), () =>
    showToast(t('customerData.cancel.done'), { kind: 'success' }),
  );
  return (
    <>
      <Banner
        kind="warn"
        className="mt-4"
        title={t('customerData.waiting.title', { date: format.date(dueAt, 'long') })}
      >
        {t('customerData.waiting.text')}
      </Banner>
      {error && (
        <Banner kind="bad" live className="mt-4">
          {errorText(error, t)}
        </Banner>
      )}
      <Button className="mt-4" pending={pending} onClick={() => run()}>
        {t('customerData.cancel.submit')}
      </Button>
    </>
  );
}
