import { Button } from '@postern/ui/buttons/button';
import { Modal } from '@postern/ui/overlays/modal';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import type { DialogProps } from './dialog-props.ts';
import { nameOf } from './mailbox-name.ts';

type Props = Pick<DialogProps, 'mailbox' | 'open' | 'onClose'> & { wish: 'delete' | 'suspend' | 'removeAdmin' };

/** Says what can't be done to the last active admin of a domain, and only closes. Spec 2 §4, admin flag. */
export function LastAdminModal({ mailbox, open, onClose, wish }: Props) {
  const t = useText();
  const { domain = '' } = useSession();
  return (
    <Modal
      open={open}
      onClose={onClose}
      width={460}
      title={t('mailboxes.lastAdmin.title', { name: nameOf(mailbox) })}
      closeLabel={t('mailboxes.dialog.close')}
      footer={<Button onClick={onClose}>{t('mailboxes.dialog.close')}</Button>}
    >
      <p className="text-2nd">{t(`mailboxes.lastAdmin.${wish}`, { domain, email: mailbox.email })}</p>
    </Modal>
  );
}
