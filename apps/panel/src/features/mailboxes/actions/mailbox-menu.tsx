import type { MailAccount } from '@postern/contract/mailboxes';
import type { MenuEntry, MenuItem } from '@postern/ui/overlays/menu';
import { useNavigate } from '@tanstack/react-router';
import { Copy, Download, Mail } from 'lucide-react';
import { mayImportInto } from '@postern/domain/mail-import';
import { PATHS } from '../../../lib/paths.ts';
import { usePartner } from '../../../lib/frame/partner.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { MenuButton } from '../../../lib/lists/menu-button.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { type MailboxDialogKind, useMailboxActions } from '../mailbox-dialog.ts';
import { ACTION_ICONS } from './action-icons.tsx';
import { actionsFor } from './mailbox-actions.ts';

/** The menu of one mailbox. Spec 2 §2, row menu. */
export function MailboxMenu({ mailbox }: { mailbox: MailAccount }) {
  const t = useText();
  const { webmail } = usePartner().urls;
  const actions = useMailboxActions();
  const navigate = useNavigate();
  const { email } = mailbox;
  async function copyAddress() {
    try {
      await navigator.clipboard.writeText(email);
      showToast(t('mailboxes.menu.copied', { email }), { kind: 'success' });
    } catch {
      showToast(t('mailboxes.menu.unableCopy', { email }), { kind: 'error' });
    }
  }
  const open: MenuEntry[] = webmail
    ? [{ id: 'webmail', label: t('mailboxes.menu.webmail'), icon: <Mail />, href: webmail, newTab: true }]
    : [];
  const copy: MenuEntry = {
    id: 'copy',
    label: t('mailboxes.menu.copy'),
    icon: <Copy />,
    onSelect: () => void copyAddress(),
  };
  const bring: MenuEntry[] =
    mayImportInto({ role: actions.role, mailboxId: null }, mailbox.id) && mailbox.status !== 'suspended'
      ? [
          {
            id: 'import',
            label: t('mailboxes.menu.import'),
            icon: <Download />,
            onSelect: () => void navigate({ to: PATHS.mailImport, search: { new: '1', mailbox: email } }),
          },
        ]
      : [];
  const entryOf = (kind: MailboxDialogKind): MenuItem => ({
    id: kind,
    label: t(`mailboxes.menu.${kind}`),
    icon: ACTION_ICONS[kind],
    danger: kind === 'delete',
    onSelect: () => actions.open(kind, mailbox),
  });
  const groups = actionsFor(mailbox, actions).map((group): MenuEntry[] => ['separator', ...group.map(entryOf)]);
  return (
    <MenuButton label={t('mailboxes.menu.label', { email })} items={[...open, copy, ...bring, ...groups.flat()]} />
  );
}
