import type { MailAccount } from '@postern/contract/mailboxes';
import { Button } from '@postern/ui/buttons/button';
import { FullMailbox } from '@postern/ui/drawings/full-mailbox';
import { useEffect, useId, useRef, useState } from 'react';
import { FormModal } from '../../../lib/forms/form-modal.tsx';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { CreateMailboxForm } from './create-mailbox-form.tsx';
import { MailboxCreatedPanel } from './mailbox-created-panel.tsx';
import { emptyMailbox } from './new-mailbox.ts';
import type { PlanRefusal } from './plan-refusal.ts';
import { type CreatedMailbox, useCreateMailbox } from './use-create-mailbox.ts';

type Props = {
  open: boolean;
  /** The domain has no mailbox yet. */
  isFirst: boolean;
  onClose: () => void;
  onRefused: (refusal: PlanRefusal) => void;
  /** Another mailbox is wanted; the plan may have no more. */
  onAnother: () => void;
  /** The dialog has closed; `created` is the last mailbox that was created in it. */
  onClosed: (created: MailAccount | null) => void;
};

/** The form for a new mailbox, replaced by the created mailbox's details. Spec 2 §4, create account flow. */
export function CreateMailboxModal({ open, isFirst, onClose, onRefused, onAnother, onClosed }: Props) {
  const t = useText();
  const { domain = '' } = useSession();
  const formId = useId();
  const firstField = useRef<HTMLInputElement>(null);
  const [created, setCreated] = useState<CreatedMailbox | null>(null);
  const [form, setForm] = useState({ turn: 0, initial: emptyMailbox() });
  const [count, setCount] = useState(0);
  const [isChecking, setChecking] = useState(false);
  const { create, reset, pending, failure } = useCreateMailbox({
    onCreated: (made) => {
      setCreated(made);
      setCount((before) => before + 1);
    },
    onRefused,
  });
  // A second form in the same dialog begins where the first one did.
  useEffect(() => {
    if (open && form.turn > 0) firstField.current?.focus();
  }, [open, form.turn]);

  function startAfresh() {
    setCreated(null);
    reset();
    setForm(({ turn }) => ({ turn: turn + 1, initial: emptyMailbox() }));
  }
  const discard = { title: t('mailboxes.discard.title'), text: t('mailboxes.discard.text') };
  return (
    <FormModal
      open={open}
      onClose={onClose}
      onClosed={() => {
        onClosed(created?.account ?? null);
        setCount(0);
        startAfresh();
      }}
      title={t('mailboxes.create.title')}
      initialFocus={firstField}
      formId={formId}
      submitLabel={t('mailboxes.create.submit')}
      pending={pending || isChecking}
      discard={discard}
      outcome={
        created && {
          title: t('mailboxes.created.title'),
          band: <FullMailbox className="block" />,
          description: t('mailboxes.created.note'),
          content: <MailboxCreatedPanel {...created} count={count} />,
          buttons: (
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
          ),
        }
      }
    >
      <CreateMailboxForm
        key={form.turn}
        id={formId}
        domain={domain}
        initial={form.initial}
        {...(isFirst && { adminBecause: 'first' as const })}
        pending={pending}
        failure={failure}
        onSubmit={create}
        onChecking={setChecking}
        firstField={firstField}
      />
    </FormModal>
  );
}
