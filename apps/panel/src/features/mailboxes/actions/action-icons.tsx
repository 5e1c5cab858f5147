import { AtSign, KeyRound, MailPlus, Pause, Play, Send, ShieldOff, Trash2, UserCog, UserMinus } from 'lucide-react';
import type { ReactElement } from 'react';
import type { MailboxDialogKind } from '../mailbox-dialog.ts';

export const ACTION_ICONS: Record<MailboxDialogKind, ReactElement> = {
  resetPassword: <KeyRound />,
  shareLogin: <Send />,
  aliases: <AtSign />,
  alternateEmail: <MailPlus />,
  makeAdmin: <UserCog />,
  removeAdmin: <UserMinus />,
  disableTwoFactor: <ShieldOff />,
  suspend: <Pause />,
  unsuspend: <Play />,
  delete: <Trash2 />,
};
