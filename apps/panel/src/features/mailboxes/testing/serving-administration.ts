import type { Suspension } from '@postern/contract/mailbox-administration';
import type { MailAccount } from '@postern/contract/mailboxes';
import type { Handlers } from '../../../testing/operations.ts';

/** A suspension that the viewer may lift. */
export const ownSuspension = (suspensionType: string): Suspension => ({
  suspensionType,
  unsuspendable: true,
  userEmail: 'ada@bluebottle.coffee',
  role: 'domainAdmin',
  createdOnEpochMillis: Date.UTC(2026, 10, 2, 12),
});

/** A suspension that only the partner can lift. */
export const othersSuspension = (suspensionType: string): Suspension => ({
  ...ownSuspension(suspensionType),
  unsuspendable: false,
  userEmail: 'sam@harbour.test',
  role: 'partnerSupport',
});

/** A server that changes the mailboxes of a list. */
export function servingAdministration(all: MailAccount[], suspensions: Suspension[] = []): Handlers {
  const find = (wanted: (each: MailAccount) => boolean): MailAccount => {
    const found = all.find(wanted);
    if (!found) throw new Error('the test asks for a mailbox that is not there');
    return found;
  };
  const byEmail = (email: string) => find((each) => each.email === email);
  return {
    suspendMailbox: ({ email, suspensionType }) => {
      suspensions.push(ownSuspension(suspensionType));
      return { account: Object.assign(byEmail(email), { status: 'suspended' }) };
    },
    listSuspensions: () => ({ suspensions: [...suspensions] }),
    unsuspendMailbox: ({ email }) => {
      const left = suspensions.filter(({ unsuspendable }) => !unsuspendable);
      suspensions.splice(0, suspensions.length, ...left);
      const newStatus = left.length > 0 ? 'suspended' : 'active';
      byEmail(email).status = newStatus;
      return { newStatus };
    },
    updateMailbox: ({ accountId, userEmail, accountConfig }) => {
      const account = find((each) => each.id === accountId);
      if (userEmail) account.alternateEmail = userEmail;
      if (accountConfig?.isAdmin !== undefined) account.isAdmin = accountConfig.isAdmin;
      if (accountConfig?.unsetFlags) account.flags = [];
      return { account };
    },
    resetMailboxPassword: () => ({}),
    sendLoginDetails: () => ({}),
    deleteMailbox: ({ email }) => {
      all.splice(all.indexOf(byEmail(email)), 1);
      return {};
    },
    replaceMailbox: ({ email, oldAccountId, displayName = '' }) => {
      const former = find((each) => each.id === oldAccountId);
      const account = { ...former, id: crypto.randomUUID(), email, displayName, quotaUsed: 0 };
      all.splice(all.indexOf(former), 1, account);
      return { account };
    },
  };
}
