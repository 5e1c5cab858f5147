import type { MailAccount } from '@postern/contract/mailboxes';
import { Button } from '@postern/ui/button';
import { Modal } from '@postern/ui/modal';
import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session-store.ts';
import { useView } from '../../lib/view.ts';
import { CreateMailboxForm } from './create-mailbox-form.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { MailboxCreatedPanel } from './mailbox-created-panel.tsx';
import type { PlanRefusal } from './refusal-of-plan.ts';
import { type CreatedMailbox, useCreateMailbox } from './use-create-mailbox.ts';
import { emptyMailbox } from './use-new-mailbox-form.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  onRefused: (refusal: PlanRefusal) => void;
  /** One more is wanted: it may be one too many. */
  onAnother: () => void;
  /** It is out of sight; with the last mailbox that was created in it, if any. */
  onClosed: (created: MailAccount | null) => void;
};

/** The form for a new mailbox, and what it made, in the same place. Spec 2 §4, create account flow. */
export function CreateMailboxModal({ open, onClose, onRefused, onAnother, onClosed }: Props) {
  const t = useText();
  const { domain = '' } = useSession();
  const { modalsArePages } = useView();
  const formId = useId();
  const firstField = useRef<HTMLInputElement>(null);
  const [created, setCreated] = useState<CreatedMailbox | null>(null);
  const [form, setForm] = useState({ turn: 0, initial: emptyMailbox() });
  const [hasTyped, setTyped] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { create, reset, pending, failure } = useCreateMailbox({ onCreated: setCreated, onRefused });
  // A second form in the same dialog begins where the first one did.
  useEffect(() => {
    if (open && form.turn > 0) firstField.current?.focus();
  }, [open, form.turn]);

  function startAfresh() {
    setCreated(null);
    setAsking(false);
    setTyped(false);
    reset();
    setForm(({ turn }) => ({ turn: turn + 1, initial: emptyMailbox() }));
  }
  function close() {
    if (hasTyped && !created) setAsking(true);
    else onClose();
  }
  const discard = <DiscardDialog open={isAsking} onKeep={() => setAsking(false)} onDiscard={onClose} />;
  return (
    <>
      <div hidden={modalsArePages && isAsking}>
        <Modal
          open={open}
          onClose={close}
          onClosed={() => {
            onClosed(created?.account ?? null);
            startAfresh();
          }}
          title={t(created ? 'mailboxes.created.title' : 'mailboxes.create.title')}
          description={created ? t('mailboxes.created.note') : undefined}
          closeLabel={t('mailboxes.create.close')}
          locked={pending}
          initialFocus={firstField}
          footer={
            created ? (
              <>
                <Button
                  kind="quiet"
                  onClick={() => {
                    startAfresh();
                    onAnother();
                  }}
                >
                  {t('mailboxes.created.another')}
                </Button>
                <Button onClick={onClose}>{t('mailboxes.created.done')}</Button>
              </>
            ) : (
              <>
                <Button kind="quiet" onClick={close} disabled={pending}>
                  {t('mailboxes.create.cancel')}
                </Button>
                <Button type="submit" form={formId} pending={pending}>
                  {t('mailboxes.create.submit')}
                </Button>
              </>
            )
          }
        >
          {created ? (
            <MailboxCreatedPanel {...created} />
          ) : (
            <CreateMailboxForm
              key={form.turn}
              id={formId}
              domain={domain}
              initial={form.initial}
              pending={pending}
              failure={failure}
              onSubmit={create}
              onTyped={setTyped}
              firstField={firstField}
            />
          )}
          {!modalsArePages && discard}
        </Modal>
      </div>
      {modalsArePages && discard}
    </>
  );
}
