import type { MailAccount } from '@postern/contract/mailboxes';
import type { useFormat } from '../../lib/i18n/format.ts';

/** What a mailbox's add-ons are called in the reader's language. */
export const addOnNames = (
  { addonHeadings, addonNames = [] }: MailAccount,
  format: Pick<ReturnType<typeof useFormat>, 'name'>,
): string[] => addonHeadings.map((displayName, place) => format.name({ displayName, displayNames: addonNames[place] }));
