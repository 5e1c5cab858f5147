import { useState } from 'react';
import type { DnsDialog } from './dns-dialog.ts';
import type { ZoneView } from './queries.ts';
import { DeleteRecordDialog } from './record/delete-record-dialog.tsx';
import { RecordModal } from './record/record-modal.tsx';

type Props = { dialog: DnsDialog | null; zone: ZoneView; onClose: () => void };

/** The dialogs above the list. A closing dialog keeps its content until it is out of sight. */
export function DnsDialogs({ dialog, zone, onClose }: Props) {
  const [last, setLast] = useState<DnsDialog | null>(null);
  const [turn, setTurn] = useState(0);
  if (dialog && dialog !== last) {
    setLast(dialog);
    setTurn(turn + 1);
  }
  const open = dialog !== null;
  if (last?.kind === 'edit') return <RecordModal key={turn} open={open} zone={zone} start={last} onClose={onClose} />;
  if (last?.kind === 'delete')
    return <DeleteRecordDialog key={turn} open={open} record={last.record} onClose={onClose} />;
  return null;
}
