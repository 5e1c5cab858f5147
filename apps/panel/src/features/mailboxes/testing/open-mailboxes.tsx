// What the screen loads later is compiled before the first test begins, whose time it would take otherwise.
import '@postern/ui/overlays/menu';
import '../create/create-dialogs.tsx';
import '../mailbox-dialogs.tsx';
import '../mailboxes-page.tsx';
import '../suspensions/suspensions-popover.tsx';
import type { MailAccount } from '@postern/contract/mailboxes';
import type { CurrentPlan, OrderDetails } from '@postern/contract/subscriptions';
import { type PanelOptions, renderPanel } from '../../../testing/render-panel.tsx';
import { aCurrentPlan, aLogin, anOrder } from '../../../testing/samples.ts';
import { servingMailboxes, theSeven } from './serving-mailboxes.ts';

export const PHONE = [390, 844] as const;

type Options = PanelOptions & {
  mailboxes?: MailAccount[];
  path?: string;
  limit?: number;
  order?: Partial<OrderDetails>;
  plan?: Partial<CurrentPlan>;
};

let opened = 0;

/** The mailboxes of a domain on the screen, before a server whose plan counts what its list holds. */
export async function openMailboxes({ mailboxes = theSeven(), path = '/email-accounts', ...options }: Options = {}) {
  opened += 1;
  const { limit = 10, order = {}, plan = {} } = options;
  return await renderPanel(path, {
    // A person of their own: what the panel keeps of one session is not the next one's.
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
