import type { FirstStepsData } from '@postern/contract/first-steps';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { keepEarlyAnswer } from '../lib/http/early-answers.ts';
import { itemsOfLogin } from '../lib/session/session-store.ts';
import { aMailbox } from '../testing/serving-mailboxes.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { aConnectedDomain } from '../testing/sample-domain.ts';
import { aBundle, aCurrentPlan, aLogin } from '../testing/samples.ts';
import { earlyCalls } from './early-calls.ts';

afterEach(() => {
  delete window.posternEarly;
});

const steps: FirstStepsData = { boughtAt: null, mailboxes: 0, domainSetAt: null, phoneSetUpAt: null, teamToldAt: null };
const list = { accounts: [aMailbox('Early Bird', 'early')], nextCursor: null, total: 1 };
const ANSWERS: Record<string, unknown> = {
  '/panel/bundle/list': { bundles: [aBundle()] },
  '/panel/billing/get-current-plan': { currentPlan: aCurrentPlan() },
  '/panel/account/email/list': list,
  '/panel/first-steps': steps,
  '/panel/dns-config': aConnectedDomain(),
};
const READS = ['listBundles', 'readCurrentPlan', 'listMailboxes', 'readFirstSteps', 'readDomainConnection'] as const;

function answerEarly(token: string) {
  for (const { url, ...sent } of earlyCalls('/email-accounts', '', itemsOfLogin(aLogin()))) {
    const answer = ANSWERS[new URL(url, location.href).pathname];
    keepEarlyAnswer(sent, url, token, Promise.resolve(Response.json(answer)));
  }
}

test('the list of mailboxes takes what the page has asked before the code was there, and asks none of it again [MBX-01]', async () => {
  answerEarly(aLogin().token);
  const { api } = await renderPanel('/email-accounts', { signedIn: true });
  await expect.element(page.getByText('Early Bird')).toBeVisible();
  await expect.poll(() => [...(window.posternEarly ?? new Map<string, unknown>()).keys()]).toEqual([]);
  for (const id of READS) expect(api.callsOf(id), id).toEqual([]);
});

test('what was asked for another session, or failed, is asked again [ENT-12]', async () => {
  answerEarly('token-of-somebody-else');
  const { api } = await renderPanel('/email-accounts', { signedIn: true });
  await expect.poll(() => api.callsOf('listMailboxes').length).toBe(1);
  await expect.element(page.getByText('Early Bird')).not.toBeInTheDocument();
  const [list] = earlyCalls('/email-accounts', '', itemsOfLogin(aLogin())).slice(2);
  keepEarlyAnswer({ method: 'GET' }, list?.url ?? '', aLogin().token, Promise.reject(new TypeError('Failed to fetch')));
  const again = await renderPanel('/email-accounts', { signedIn: true });
  await expect.poll(() => again.api.callsOf('listMailboxes').length).toBe(1);
});
