import type { MailAccount } from '@postern/contract/mailboxes';
import { Button } from '@postern/ui/buttons/button';
import { Skeleton } from '@postern/ui/feedback/skeleton';
import { Popover } from '@postern/ui/overlays/popover';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useMailboxActions } from '../mailbox-dialog.ts';
import { SuspensionList } from './suspension-list.tsx';
import { useSuspensions } from './use-suspensions.ts';

type Props = {
  mailbox: MailAccount;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The button around the status. */
  trigger: RefObject<HTMLButtonElement | null>;
  className: string;
  children: ReactNode;
};

/** Why a mailbox is suspended, under its status. Spec 2 §2, hovering a suspended status. */
export function SuspensionsPopover({ mailbox, isOpen, onOpenChange, trigger, className, children }: Props) {
  const t = useText();
  const { open } = useMailboxActions();
  const suspensions = useSuspensions(mailbox, isOpen);
  const { error, isKnown, own, retry } = suspensions;
  useEffect(() => {
    if (error) showToast(t('mailboxes.suspensions.suspensionAPIError'), { kind: 'error' });
  }, [error, t]);
  function change(next: boolean) {
    onOpenChange(next);
    if (next && error) retry();
  }
  return (
    <Popover
      open={isOpen && !error}
      onOpenChange={change}
      openOnHover
      title={t('mailboxes.suspensions.title', { email: mailbox.email })}
      titleHidden
      trigger={
        <button ref={trigger} type="button" className={className}>
          {children}
        </button>
      }
    >
      {isKnown ? <SuspensionList {...suspensions} /> : <Waiting />}
      {own.length > 0 && (
        <Button
          kind="quiet"
          size="s"
          className="mt-3.5"
          onClick={() => {
            // The dialog returns the focus here.
            trigger.current?.focus();
            onOpenChange(false);
            open('unsuspend', mailbox);
          }}
        >
          {t('mailboxes.menu.unsuspend')}
        </Button>
      )}
    </Popover>
  );
}

function Waiting() {
  const t = useText();
  return (
    <div role="status">
      <span className="sr-only">{t('app.loading')}</span>
      <Skeleton shape="text" width="45%" className="text-small" />
      <Skeleton shape="text" width="80%" className="mt-1" />
      <Skeleton shape="text" width="60%" className="text-small" />
    </div>
  );
}
