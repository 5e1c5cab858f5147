import { confirmSandboxPayment } from '@postern/contract/payment';
import { beforeAll, expect, test } from 'vitest';
import { aCard, aPurchaseLink, aReadyPurchase, complete } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { insertHost } from '../partners/public.ts';

const CHALLENGED_CARD = '4000002500003155';
const PUBLIC = 'http://panel.test';
const OWN = 'http://mail.northline.test';

const app = useTestApp();
beforeAll(async () => {
  await app.deps.db.asSystem((tx) => insertHost(tx, app.partner.partnerId, new URL(OWN).hostname));
});

/** A purchase with a bank challenge, paid from a browser at `origin`. */
async function aChallengeAt(origin: string) {
  const purchase = await aReadyPurchase(app, await aPurchaseLink(app));
  const { challengeUrl = '' } = await app.must(confirmSandboxPayment, {
    clientSecret: purchase.clientSecret ?? '',
    card: aCard(CHALLENGED_CARD),
    returnUrl: `${origin}/partner/purchase?resume=1`,
  });
  return { purchase, challengeUrl };
}

/** Requests one of our addresses as a browser does: from this server, under the address's host name. */
function visit(address: string, init: RequestInit = {}) {
  const { hostname, pathname, search } = new URL(address);
  const headers = { ...(init.headers as Record<string, string>), 'x-forwarded-host': hostname };
  return fetch(`${app.baseUrl}${pathname}${search}`, { ...init, headers, redirect: 'manual' });
}
const decide = (address: string) =>
  visit(address, { method: 'POST', body: new URLSearchParams({ decision: 'approve' }) });

test.each([
  ['the public address', PUBLIC],
  ['a partner’s own host', OWN],
])("the bank's challenge is shown on the buyer's host and leads back to it: %s [PAY-02]", async (_, origin) => {
  const { purchase, challengeUrl } = await aChallengeAt(origin);
  expect(challengeUrl).toMatch(new RegExp(`^${origin}/sandbox-gateway/challenge/`));
  const asked = await visit(challengeUrl);
  expect(asked.headers.get('content-security-policy')).toContain("form-action 'self'");
  const answer = await decide(challengeUrl);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(`${origin}/partner/purchase?resume=1`);
  expect(await (await visit(challengeUrl)).text()).toContain(`href="${origin}/partner/purchase?resume=1"`);
  expect((await complete(app, purchase)).order.chargedAmount).toBeGreaterThan(0);
});

test.each([
  ['a host that no partner registered', 'http://mail.southline.test'],
  ['another port of a registered host', `${OWN}:8443`],
  ['another scheme of a registered host', OWN.replace('http:', 'https:')],
  ['a registered host as the beginning of another', `${OWN}.evil.test`],
  ['a registered host as a name to sign in with', 'http://mail.northline.test@evil.test'],
])('it never leads to %s [PAY-02]', async (_, origin) => {
  const { challengeUrl } = await aChallengeAt(origin);
  expect(challengeUrl).toMatch(new RegExp(`^${PUBLIC}/sandbox-gateway/challenge/`));
  const answer = await decide(challengeUrl);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('location')).toBeNull();
  expect(await answer.text()).toContain('You can close this window.');
});

test('a host name that is only claimed in a header changes nothing [PAY-02]', async () => {
  const { challengeUrl } = await aChallengeAt(PUBLIC);
  const answer = await decide(challengeUrl.replace(PUBLIC, 'http://evil.test'));
  expect(answer.headers.get('location')).toBe(`${PUBLIC}/partner/purchase?resume=1`);
});
