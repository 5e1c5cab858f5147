import { describe, expect, test } from 'vitest';
import { aPaymentIntent } from '../testing/an-intent.ts';
import { aCard, readWholeLedger } from '../testing/gateway-process.ts';
import { useGateway } from '../testing/use-gateway.ts';

const CHALLENGED = aCard('4000002500003155');
const PANEL = 'https://panel.example';

describe('the challenge page', () => {
  const gateway = useGateway(['--allow-origin', PANEL]);

  async function aChallenge(returnUrl?: string) {
    const intent = await aPaymentIntent(gateway, { amountMinor: 123_456, currency: 'EUR' });
    const { body } = await gateway.confirm(intent.clientSecret, CHALLENGED, returnUrl);
    expect(body.status).toBe('requires_action');
    return { ...intent, url: body.challengeUrl as string };
  }
  const decide = (url: string, decision: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' });
  const statusOf = async (intentId: string) => (await gateway.call('GET', `/v1/intents/${intentId}`)).body.status;

  test('it says that it is the sandbox, shows the payment, and its policy allows no scripts [PAY-02]', async () => {
    const response = await fetch((await aChallenge()).url);
    const html = await response.text();
    expect(html).toContain('Sandbox.');
    expect(html).toContain('€1,234.56');
    expect(html).toContain('Visa ending in 3155');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' https:\/\/panel\.example;/,
    );
    expect(policy).not.toContain('unsafe');
    expect(html).not.toContain('<script');
  });

  test('approving charges once, however often it is pressed, and leads back to the panel [PAY-02] [PAY-03]', async () => {
    const { intentId, url } = await aChallenge(`${PANEL}/checkout?step=done`);
    const answers = await Promise.all(Array.from({ length: 10 }, () => decide(url, 'approve')));
    for (const answer of answers) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`${PANEL}/checkout?step=done`);
    }
    await decide(url, 'decline');
    expect(await statusOf(intentId)).toBe('succeeded');
    const charges = (await readWholeLedger(gateway)).filter((item) => item.charge?.intentId === intentId);
    expect(charges).toHaveLength(1);
    expect(await (await fetch(url)).text()).toContain('<h1>Approved</h1>');
  });

  test('declining fails the intent, which can then be paid with another card [PAY-02]', async () => {
    const { intentId, clientSecret, url } = await aChallenge();
    const answer = await decide(url, 'decline');
    expect(await answer.text()).toContain('You can close this window.');
    const { body } = await gateway.call('GET', `/v1/intents/${intentId}`);
    expect(body).toMatchObject({ status: 'failed', failure: { code: 'payment_intent_authentication_failure' } });
    await gateway.confirm(clientSecret, aCard('4242424242424242'));
    await decide(url, 'approve');
    expect(await statusOf(intentId)).toBe('succeeded');
  });

  test.for(['https://evil.example/', `${PANEL}.evil.example/`, 'https://panel.example:444/', 'http://panel.example/'])(
    'a return address that was not allowed is never followed: %s [PAY-02]',
    async (returnUrl) => {
      const { url } = await aChallenge(returnUrl);
      const answer = await decide(url, 'approve');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('location')).toBeNull();
      const html = await answer.text();
      expect(html).toContain('You can close this window.');
      expect(html).not.toContain('evil');
    },
  );

  test('a link without a signature, or with another link’s, opens nothing [PAY-02]', async () => {
    const [one, other] = [await aChallenge(), await aChallenge()];
    const stolen = `${one.url.split('?')[0]}?${other.url.split('?')[1]}`;
    for (const url of [stolen, one.url.split('?')[0] ?? '', `${gateway.baseUrl}/challenge/chal_1?signature=x`]) {
      expect((await fetch(url)).status).toBe(404);
      expect((await decide(url, 'approve')).status).toBe(404);
    }
    expect(await statusOf(one.intentId)).toBe('requires_action');
  });

  test('a challenge of a canceled payment, or of an earlier try, approves nothing [PAY-03]', async () => {
    const canceled = await aChallenge();
    await gateway.call('POST', `/v1/intents/${canceled.intentId}/cancel`, {}, `cancel-${canceled.intentId}`);
    expect(await (await decide(canceled.url, 'approve')).text()).toContain('No longer needed');
    expect(await statusOf(canceled.intentId)).toBe('canceled');

    const retried = await aChallenge();
    await gateway.confirm(retried.clientSecret, aCard('4000000000000002'));
    const { body } = await gateway.confirm(retried.clientSecret, CHALLENGED);
    expect(await (await decide(retried.url, 'approve')).text()).toContain('No longer needed');
    expect(await statusOf(retried.intentId)).toBe('requires_action');
    await decide(body.challengeUrl, 'approve');
    expect(await statusOf(retried.intentId)).toBe('succeeded');
  });

  test('the same card confirmed again while its challenge is open keeps that challenge [PAY-03]', async () => {
    const { clientSecret, url } = await aChallenge();
    expect((await gateway.confirm(clientSecret, CHALLENGED)).body.challengeUrl).toBe(url);
  });
});
