import type { Forwarder } from '@postern/contract/forwarders';
import { Copy, Trash2, Users } from 'lucide-react';
import { useMay } from '../../lib/access/use-may.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { MenuButton } from '../../lib/lists/menu-button.tsx';
import { showToast } from '../../lib/toasts.ts';
import type { ForwarderDialog } from './forwarder-dialog.ts';

type Props = { forwarder: Forwarder; onOpen: (dialog: ForwarderDialog) => void };

/** The menu of one forwarder. */
export function ForwarderMenu({ forwarder, onOpen }: Props) {
  const t = useText();
  const may = useMay();
  const { email } = forwarder;
  async function copyAddress() {
    try {
      await navigator.clipboard.writeText(email);
      showToast(t('forwarders.menu.copied', { email }), { kind: 'success' });
    } catch {
      showToast(t('forwarders.menu.unableCopy', { email }), { kind: 'error' });
    }
  }
  return (
    <MenuButton
      label={t('forwarders.menu.label', { email })}
      items={[
        {
          id: 'recipients',
          label: t('forwarders.menu.recipients'),
          icon: <Users />,
          onSelect: () => onOpen({ kind: 'recipients', forwarder }),
        },
        { id: 'copy', label: t('forwarders.menu.copy'), icon: <Copy />, onSelect: () => void copyAddress() },
        ...(may('deleteForwarder')
          ? [
              'separator' as const,
              {
                id: 'delete',
                label: t('forwarders.menu.delete'),
                icon: <Trash2 />,
                danger: true,
                onSelect: () => onOpen({ kind: 'delete', forwarder }),
              },
            ]
          : []),
      ]}
    />
  );
}
