import { randomUUID } from 'node:crypto';
import { pollUntil } from '@postern/testkit/poll-until';
import type { LinkOptions, Postern } from './start-postern.ts';

type Json = Record<string, unknown>;

/** Calls the panel API, as any client may; throws with the answer if it is a refusal. */
export async function callPanel<T = Json>(url: string, path: string, body: Json, token?: string): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-auth': 'controlPanel',
      'idempotency-key': randomUUID(),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer}`);
  return JSON.parse(answer) as T;
}

export type Bought = { token: string; bundleId: string; wish: LinkOptions };

const PRO = { planId: 55, planType: 'pro', billingCycle: 'monthly', currency: 'EUR', priceMinor: 290 };
const OTHERS = {
  monthly: {},
  yearly: { billingCycle: 'yearly', priceMinor: 2900 },
  trial: { planId: 52, planType: 'trial', billingCycle: 'yearly', priceMinor: 0 },
} as const;

export const GOOD_CARD = '4242424242424242';

/** The buyer confirms a payment, or a card that is saved, with the sandbox gateway. */
export const confirmCard = (postern: Postern, clientSecret: string, number: string, token?: string) =>
  callPanel(
    postern.url,
    '/sandbox-gateway/confirm',
    { clientSecret, card: { number, expMonth: 4, expYear: 2040, cvc: '123' } },
    token,
  );

/** A customer with a Pro plan, or its trial, for what begins after the purchase. */
export async function buyPro(
  postern: Postern,
  place: Pick<LinkOptions, 'partner' | 'domain' | 'email'>,
  accounts: number,
  { kind = 'monthly', card = GOOD_CARD }: { kind?: keyof typeof OTHERS; card?: string } = {},
): Promise<Bought> {
  const isTrial = kind === 'trial';
  const wish = { ...place, plan: isTrial ? 'trial' : 'pro', country: 'DE', name: 'Rosa Brandt' };
  const link = new URL(await postern.purchaseLink(wish));
  const call = <T>(path: string, body: Json, token?: string) => callPanel<T>(postern.url, path, body, token);
  const opened = await call<{ params: { token: string } }>('/panel/purchase/purchase-auth', {
    jwt: link.searchParams.get('jwt'),
    partnerId: place.partner,
  });
  const { token } = opened.params;
  const billingAddress = {
    email: place.email,
    name: wish.name,
    companyName: '',
    companyAddress: 'Hafenstraße 12',
    city: 'Hamburg',
    country: wish.country,
  };
  await call('/panel/purchase/upsert-customer', { billingAddress }, token);
  const { priceMinor, ...plan } = { ...PRO, ...OTHERS[kind] };
  const order = {
    ...plan,
    noOfAccounts: accounts,
    chargeableAmount: (priceMinor * accounts) / 100,
    isTrailPlan: isTrial,
    autoRenew: true,
  };
  const begun = await call<{ trackingId: string; stripeSecret: string | null }>(
    '/panel/purchase/initiate-purchase',
    order,
    token,
  );
  if (begun.stripeSecret !== null) await confirmCard(postern, begun.stripeSecret, card, token);
  const { session } = await call<{ session: { token: string; bundles: { bundleId: string }[] } }>(
    '/panel/purchase/complete-purchase',
    { ...order, trackingId: begun.trackingId },
    token,
  );
  return { token: session.token, bundleId: session.bundles[0]?.bundleId ?? '', wish };
}

export type NewMailbox = { userName: string; displayName: string };

const AT_ONCE = 10;

/** Creates many mailboxes, a few at a time; the first one alone, as it becomes the admin. */
export async function createMailboxes(
  postern: Postern,
  { token, bundleId, wish }: Bought,
  mailboxes: NewMailbox[],
): Promise<void> {
  const queue = [...mailboxes];
  const createNext = async () => {
    const next = queue.shift();
    if (!next) return;
    const email = `${next.userName}@${wish.domain}`;
    const body = { email, displayName: next.displayName, password: 'Fresh-bread-2026!' };
    await callPanel(postern.url, `/panel/account/email/create?bundleId=${bundleId}`, body, token);
  };
  const work = async () => {
    while (queue.length > 0) await createNext();
  };
  await createNext();
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const CROWD_LIMIT_MS = 60_000;

/** Creates many mailboxes with one bulk job. They have no passwords yet, which is much less work for the server. */
export async function createCrowd(postern: Postern, { token, wish }: Bought, mailboxes: NewMailbox[]): Promise<void> {
  const rows = mailboxes.map(({ userName, displayName }) => ({ email: `${userName}@${wish.domain}`, displayName }));
  const preview = { kind: 'createMailboxes', rows };
  const { previewId } = await callPanel<{ previewId: string }>(postern.url, '/panel/bulk/preview', preview, token);
  const { jobId } = await callPanel<{ jobId: string }>(postern.url, '/panel/bulk/start', { previewId }, token);
  const readJob = async () => {
    const response = await fetch(`${postern.url}/panel/bulk/${jobId}?rows=none`, {
      headers: { 'x-auth': 'controlPanel', authorization: `Bearer ${token}` },
    });
    return (await response.json()) as { status: string; done: number };
  };
  let job = await readJob();
  const isFinished = async () => {
    job = await readJob();
    return job.status === 'finished';
  };
  await pollUntil(isFinished, {
    timeoutMs: CROWD_LIMIT_MS,
    onTimeout: () => `the crowd waits at ${JSON.stringify(job)}`,
  });
  if (job.done !== mailboxes.length) throw new Error(`${job.done} of ${mailboxes.length} mailboxes were created`);
}
