import { createLoginToken } from '@postern/contract/partner-login';
import { forgotPassword } from '@postern/contract/passwords';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { parseCommand, runCommand } from '../../cli/run-command.ts';
import { readConfig } from '../../config/config.ts';
import { aCustomerWithDomain } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { backAddress, pageToComeBackTo } from '../domain-connect/come-back.ts';
import { signPaymentRequest } from '../purchase/public.ts';
import { addApiKey } from './api-keys.ts';
import { addHost, addOrigin, setPartner, setPaymentUrl } from './change-partner.ts';

const app = useTestApp({ webhooks: false });
const OWN = 'http://mail.quay.test';

async function run(...words: string[]) {
  const deps = {
    ...app.deps,
    config: readConfig({ POSTERN_DATA_DIR: app.dataDir, POSTERN_PUBLIC_URL: app.deps.publicUrl }),
    checks: null,
    services: null,
  };
  const { exitCode, stdout, stderr } = await runCommand(deps, parseCommand([...words, '--json'], 'evaluation'));
  return JSON.parse(exitCode === 0 ? stdout : stderr) as { url?: string; code?: string; panelHost?: string | null };
}

/** Where everything leads that a partner's customers follow from outside the panel. */
async function placesOf({ partnerId }: { partnerId: number }): Promise<Record<string, string>> {
  const partner = [app.partner, app.otherPartner].find((each) => each.partnerId === partnerId);
  const { domain, email } = await aCustomerWithDomain(app, partner === undefined ? {} : { partner });
  await app.must(forgotPassword, { email });
  const mailed = async () =>
    (await app.readMails())
      .filter(({ to }) => to === email)
      .map(({ text }) => text)
      .join('\n');
  await expect.poll(mailed, { timeout: 15_000, interval: 50 }).toContain('/reset-password');
  const token = (await addApiKey(app.deps, partnerId)).apiKey;
  const login = await app.must(createLoginToken, { domainName: domain, email }, { token });
  const payment = await signPaymentRequest({ ...app.deps }, partnerId, {});
  const loginLink = await run('login-link', '--email', email);
  const places = {
    mail: /\bhttp\S+reset-password/.exec(await mailed())?.[0],
    login: login.url,
    loginLink: loginLink.url,
    payment: String(decodeJwt(payment.jwt).redirectUrl),
    provider: await pageToComeBackTo(app.deps, { partnerId: String(partnerId), error: 'access_denied' }),
  };
  return Object.fromEntries(Object.entries(places).map(([name, url]) => [name, new URL(url ?? '').origin]));
}

const allAt = (origin: string) =>
  Object.fromEntries(['mail', 'login', 'loginLink', 'payment', 'provider'].map((name) => [name, origin]));

test("mails, login links and the ways back lead to the partner's own host once it has chosen one, and nobody else's customers there [BRD-02]", async () => {
  const { partnerId } = app.otherPartner;
  await addOrigin(app.deps, partnerId, 'https://shop.quay.test');
  await setPaymentUrl(app.deps, partnerId, 'https://shop.quay.test/pay');
  await addOrigin(app.deps, app.partner.partnerId, 'https://shop.quay.test');
  await setPaymentUrl(app.deps, app.partner.partnerId, 'https://shop.quay.test/pay');
  await addHost(app.deps, partnerId, 'mail.quay.test');
  const shared = new URL(app.deps.publicUrl).origin;
  expect(await placesOf(app.otherPartner)).toEqual(allAt(shared));

  expect(await run('partner', 'set', '--partner', String(partnerId), '--panel-host', 'Mail.Quay.test')).toEqual({
    ...{ partnerId, panelHost: 'mail.quay.test' },
  });
  expect(await placesOf(app.otherPartner)).toEqual(allAt(OWN));
  expect(await placesOf(app.partner)).toEqual(allAt(shared));

  await run('partner', 'set', '--partner', String(partnerId), '--panel-host', 'none');
  expect(await placesOf(app.otherPartner)).toEqual(allAt(shared));
});

test("a partner's customers are led to no host that isn't registered for it [BRD-02]", async () => {
  const { partnerId } = app.partner;
  await addHost(app.deps, app.otherPartner.partnerId, 'post.quay.test');
  for (const host of ['post.quay.test', 'mail.stranger.test'])
    expect(await run('partner', 'set', '--partner', String(partnerId), '--panel-host', host)).toMatchObject({
      code: 'HOST_NOT_REGISTERED',
    });
  const notAHost = await run('partner', 'set', '--partner', String(partnerId), '--panel-host', 'quay.test@evil.test');
  expect(notAHost.code).toMatch(/^DOMAIN_/);
  expect(await pageToComeBackTo(app.deps, { partnerId: '999999999', error: undefined })).toBe(
    `${app.deps.publicUrl}/domain-verification?source=domain-connect`,
  );
});

test("a provider of Domain Connect sends people back by the public address, and from there to their partner's host with what it said [VER-03]", async () => {
  const { partnerId } = app.otherPartner;
  await addHost(app.deps, partnerId, 'mail.quay.test');
  await setPartner(app.deps, partnerId, { panelHost: 'mail.quay.test' });
  const back = await backAddress(app.deps, partnerId);
  expect(back).toBe(`${app.deps.publicUrl}/domain-connect/back?partnerId=${partnerId}`);
  const lead = async (pathAndQuery: string) => {
    const { status, headers } = await fetch(app.baseUrl + pathAndQuery, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  const there = `${new URL(back).pathname}${new URL(back).search}&error=a%26b`;
  expect(await lead(there)).toEqual([302, `${OWN}/domain-verification?source=domain-connect&error=a%26b`]);
  for (const query of ['', '?partnerId=1&partnerId=2', '?partnerId=x&error=1&error=2', '?partnerId=99999999999999'])
    expect(await lead(`/domain-connect/back${query}`)).toEqual([
      302,
      `${app.deps.publicUrl}/domain-verification?source=domain-connect`,
    ]);
});
