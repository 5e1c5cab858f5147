import type { Forwarder } from '@postern/contract/forwarders';
import { useState } from 'react';
import { CreateForwarderModal } from './create-forwarder-modal.tsx';
import { DeleteForwarderDialog } from './delete-forwarder-dialog.tsx';
import type { ForwarderDialog } from './forwarder-dialog.ts';
import { RecipientsModal } from './recipients-modal.tsx';

type Props = { dialog: ForwarderDialog | null; forwarders: readonly Forwarder[]; onClose: () => void };

/** The dialogs above the list. A closing dialog keeps its content until it is out of sight. */
export function ForwarderDialogs({ dialog, forwarders, onClose }: Props) {
  const [last, setLast] = useState<ForwarderDialog | null>(null);
  const [turn, setTurn] = useState(0);
  if (dialog && dialog !== last) {
    setLast(dialog);
    setTurn(turn + 1);
  }
  const open = dialog !== null;
  if (last?.kind === 'create')
    return <CreateForwarderModal key={turn} open={open} forwarders={forwarders} onClose={onClose} />;
  if (last?.kind === 'recipients')
    return (
      <RecipientsModal key={turn} open={open} forwarder={last.forwarder} forwarders={forwarders} onClose={onClose} />
    );
  if (last?.kind === 'delete')
    return <DeleteForwarderDialog key={turn} open={open} forwarder={last.forwarder} onClose={onClose} />;
  return null;
}
