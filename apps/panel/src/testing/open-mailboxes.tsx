// Compiles what the screen loads later before the first test begins, so that it doesn't count against that test's time.
import '@postern/ui/overlays/menu';
import '../features/mailboxes/create/create-dialogs.tsx';
import '../features/mailboxes/mailbox-dialogs.tsx';
import '../features/mailboxes/mailboxes-page.tsx';
import '../features/mailboxes/suspensions/suspensions-popover.tsx';
import type { MailAccount } from '@postern/contract/mailboxes';
import type { CurrentPlan, OrderDetails } from '@postern/contract/subscriptions';
import { type PanelOptions, renderPanel } from './render-panel.tsx';
import { aCurrentPlan, aLogin, anOrder } from './samples.ts';
import { servingMailboxes, sevenMailboxes } from './serving-mailboxes.ts';

export const PHONE = [390, 844] as const;

type Options = PanelOptions & {
  mailboxes?: MailAccount[];
  path?: string;
  limit?: number;
  order?: Partial<OrderDetails>;
  plan?: Partial<CurrentPlan>;
};

let opened = 0;

/** Opens the list in front of a server whose plan counts the mailboxes of the list. */
export async function openMailboxes({
  mailboxes = sevenMailboxes(),
  path = '/email-accounts',
  ...options
}: Options = {}) {
  opened += 1;
  const { limit = 10, order = {}, plan = {} } = options;
  return await renderPanel(path, {
    // A different person each time, so that nothing remembered for one session shows in the next.
    signedIn: aLogin({ token: `token-${opened}` }),
    ...options,
    handlers: {
      ...servingMailboxes(mailboxes),
      readCurrentPlan: () => {
        const noOfAccounts = { limit, purchased: limit, active: mailboxes.length };
        return { currentPlan: aCurrentPlan({ mailSuiteDetails: anOrder({ noOfAccounts, ...order }), ...plan }) };
      },
      ...options.handlers,
    },
  });
}
