import type { MailAccount } from '@postern/contract/mailboxes';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { FullMailbox } from '@postern/ui/drawings/full-mailbox';
import { useEffect, useId, useRef, useState } from 'react';
import { delaySignOut } from '../../../lib/access/sign-out.ts';
import { FormModal } from '../../../lib/forms/form-modal.tsx';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { CreateMailboxForm } from '../create/create-mailbox-form.tsx';
import { MailboxCreatedPanel } from '../create/mailbox-created-panel.tsx';
import { emptyMailbox } from '../create/new-mailbox.ts';
import type { CreatedMailbox } from '../create/use-create-mailbox.ts';
import { useIsOwnMailbox } from '../use-own-mailbox.ts';
import { useReplaceMailbox } from './use-replace-mailbox.ts';

type Props = { mailbox: MailAccount; open: boolean; onClose: () => void; onCreated: (created: MailAccount) => void };

/** Deletes the last mailbox of a domain and creates another in its place, in one call. Spec 2 §4, delete dialog. */
export function ReplaceMailboxModal({ mailbox, open, onClose, onCreated }: Props) {
  const t = useText();
  const { domain = '' } = useSession();
  const formId = useId();
  const firstField = useRef<HTMLInputElement>(null);
  const isOwn = useIsOwnMailbox(mailbox);
  const [initial] = useState(() => ({ ...emptyMailbox(), isAdmin: mailbox.isAdmin }));
  const [created, setCreated] = useState<CreatedMailbox | null>(null);
  const { replace, pending, failure } = useReplaceMailbox(mailbox, setCreated);
  const { email } = mailbox;
  const [isChecking, setChecking] = useState(false);
  // Replacing the own mailbox ends the session, and the new password is shown only here.
  const isLastWord = open && isOwn && (pending || created !== null);
  useEffect(() => (isLastWord ? delaySignOut() : undefined), [isLastWord]);
  return (
    <FormModal
      open={open}
      onClose={onClose}
      onClosed={() => created && onCreated(created.account)}
      title={t('mailboxes.replace.title', { email })}
      description={t('mailboxes.replace.text', { email, domain })}
      initialFocus={firstField}
      formId={formId}
      submitLabel={t('mailboxes.replace.confirm')}
      pending={pending || isChecking}
      danger
      outcome={
        created && {
          title: t('mailboxes.created.title'),
          band: <FullMailbox className="block" />,
          description: t('mailboxes.created.note'),
          content: <MailboxCreatedPanel {...created} replaced={email} />,
          buttons: <Button onClick={onClose}>{t('mailboxes.created.done')}</Button>,
        }
      }
    >
      <div className="grid gap-5">
        {isOwn && <Banner kind="warn">{t('mailboxes.delete.own')}</Banner>}
        <CreateMailboxForm
          id={formId}
          domain={domain}
          initial={initial}
          adminBecause="replaced"
          pending={pending}
          failure={failure}
          onSubmit={replace}
          onChecking={setChecking}
          firstField={firstField}
        />
      </div>
    </FormModal>
  );
}
