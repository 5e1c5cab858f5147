import { Copy, Pencil, Trash2 } from 'lucide-react';
import { mayInVisitWith } from '@postern/domain/support-visits';
import { useMay } from '../../lib/access/use-may.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { MenuButton } from '../../lib/lists/menu-button.tsx';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import type { OpenDnsDialog } from './dns-dialog.ts';
import type { DnsRecordView } from './queries.ts';
import { valuesOf } from './record/record-values.ts';

type Props = { record: DnsRecordView; onOpen: OpenDnsDialog };

/** The menu of one record; if we no longer host the zone, it can only be copied. */
export function RecordMenu({ record, onOpen }: Props) {
  const t = useText();
  const may = useMay();
  const { domain = '' } = useSession();
  const { type, host, values, recordId } = record;
  const name = host === '@' ? domain : `${host}.${domain}`;
  async function copyValue() {
    try {
      await navigator.clipboard.writeText(values.join('\n'));
      showToast(t('dns.menu.copied', { type, name }), { kind: 'success' });
    } catch {
      showToast(t('dns.menu.unableCopy'), { kind: 'error' });
    }
  }
  const copy = { id: 'copy', label: t('dns.menu.copy'), icon: <Copy />, onSelect: () => void copyValue() };
  const label = t('dns.menu.label', { type, name });
  if (!onOpen) return <MenuButton label={label} items={[copy]} />;
  return (
    <MenuButton
      label={label}
      items={[
        ...(mayInVisitWith('upsertDnsRecord', record) || may('deleteDnsRecord')
          ? [
              {
                id: 'edit',
                label: t('dns.menu.edit'),
                icon: <Pencil />,
                onSelect: () => onOpen({ kind: 'edit', recordId, values: valuesOf(record) }),
              },
            ]
          : []),
        copy,
        ...(may('deleteDnsRecord')
          ? [
              'separator' as const,
              {
                id: 'delete',
                label: t('dns.menu.delete'),
                icon: <Trash2 />,
                danger: true,
                onSelect: () => onOpen({ kind: 'delete', record }),
              },
            ]
          : []),
      ]}
    />
  );
}
