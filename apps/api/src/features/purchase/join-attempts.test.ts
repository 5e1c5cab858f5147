import { authenticatePurchase, completePurchase, initiatePurchase, upsertCustomer } from '@postern/contract/purchase';
import { listBundles, switchBundle } from '@postern/contract/session';
import { beforeAll, expect, test } from 'vitest';
import {
  aCustomerWithDomain,
  aDomain,
  anAddress,
  aPurchaseLink,
  aReadyPurchase,
  aWish,
  complete,
  type LinkOptions,
  openLink,
  payByCard,
  type ReadyPurchase,
  type TestCustomer,
  type TestLink,
} from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { inspectPurchaseLink } from './entry/inspect-purchase-link.ts';

const app = useTestApp();

const REFERENCE = 'c-1001';
/** Has a "k" in the name, which one letter outside ASCII has as its lower case. */
const victimEmail = `kate.victim@${aDomain('home')}`;
let victim: TestCustomer;
/** The victim's next purchase, opened and not paid yet. */
let waiting: { link: TestLink; purchase: ReadyPurchase };

beforeAll(async () => {
  const named = { email: victimEmail, claims: { customerReference: REFERENCE } };
  victim = await aCustomerWithDomain(app, named);
  const link = await aPurchaseLink(app, { ...named, linkId: 'basket-1' });
  waiting = { link, purchase: await aReadyPurchase(app, link) };
});

/** What a stranger has at the end of a try: a session or purchase token that was given, or nothing. */
type Loot = { session?: string };

const buy = async (options: LinkOptions): Promise<Loot> => {
  const link = await aPurchaseLink(app, { email: `stranger@${aDomain('away')}`, ...options });
  const opened = await app.call(authenticatePurchase, { jwt: link.jwt, partnerId: link.partnerId });
  if (!opened.ok || opened.body.flow !== 'purchase')
    return opened.ok ? { session: opened.body.params.token ?? '' } : {};
  // Nothing of the victim's may be shown, either.
  expect(opened.text).not.toMatch(/Rosa Lind|"cardExists":true/);
  const purchase = await aReadyPurchase(app, link);
  if (purchase.clientSecret !== null) await payByCard(app, purchase.clientSecret);
  return { session: (await complete(app, purchase)).session.token };
};

/** Opens a link as another partner than the one that signed it. */
const openAs = async (partnerId: number, options: LinkOptions): Promise<Loot> => {
  const { jwt } = await aPurchaseLink(app, options);
  const opened = await app.call(authenticatePurchase, { jwt, partnerId });
  return opened.ok ? { session: opened.body.params.token ?? '' } : {};
};

const withEmail = (email: string) => () => buy({ email });
const withReference = (customerReference: unknown) => () => buy({ claims: { customerReference } });
const before = (text: string) => (email: string) => email.replace('@', `${text}@`);

const TRIES: Record<string, () => Promise<Loot>> = {
  "another partner's link with the victim's email": () => buy({ partner: app.otherPartner, email: victimEmail }),
  "another partner's link with the victim's reference": () =>
    buy({ partner: app.otherPartner, claims: { customerReference: REFERENCE } }),
  "another partner's link that names the victim's partner as its issuer": () =>
    buy({ partner: app.otherPartner, email: victimEmail, claims: { iss: String(app.partner.partnerId) } }),
  "another partner's link, opened as the victim's partner": () =>
    openAs(app.partner.partnerId, { partner: app.otherPartner, email: victimEmail }),
  "another partner's secret with the key id and issuer of the victim's partner": () =>
    openAs(app.partner.partnerId, {
      partner: { ...app.partner, secret: app.otherPartner.secret },
      email: victimEmail,
    }),
  'an email with a suffix': withEmail(before('+shop')(victimEmail)),
  'an email with a dot less': withEmail(victimEmail.replace('kate.', 'kate')),
  'an email whose K is the Kelvin sign': withEmail(victimEmail.replace('k', '\u212A')),
  'an email in wide letters': withEmail(victimEmail.replace('kate', 'ｋａｔｅ')),
  'an email with an invisible character': withEmail(before('\u200B')(victimEmail)),
  'an email with a comment': withEmail(before('(me)')(victimEmail)),
  'an email in quotes': withEmail(victimEmail.replace('kate.victim', '"kate.victim"')),
  "the victim's email and another": withEmail(`${victimEmail},eve@away.test`),
  "another and the victim's email after a line break": withEmail(`eve@away.test\n${victimEmail}`),
  'the reference in capitals': withReference(REFERENCE.toUpperCase()),
  'the reference with a letter that looks alike': withReference(REFERENCE.replace('c', '\u0441')),
  'the reference with an invisible character': withReference(`${REFERENCE}\u200B`),
  'the reference as a list': withReference([REFERENCE]),
  "the victim's id in the panel as the reference": () => withReference(victim.customerId)(),
  'an empty reference': withReference(''),
  'claims that the panel does not know': () =>
    buy({ claims: { customerId: victim.customerId, partnerReference: REFERENCE, email: victimEmail } }),
  "the id of the victim's open link, for the same domain": () =>
    buy({ linkId: 'basket-1', domain: waiting.link.domain }),
  "the id of the victim's open link, for another domain": () => buy({ linkId: 'basket-1' }),
  "the victim's used link": async () => {
    const opened = await app.must(authenticatePurchase, { jwt: victim.link.jwt, partnerId: victim.link.partnerId });
    expect(opened.flow).toBe('purchase_denied');
    return {};
  },
  "a link for the victim's domain": () => buy({ domain: victim.domain }),
  "a link for a name under the victim's domain": () => buy({ domain: `shop.${victim.domain}` }),
  "the victim's ids in the billing form": async () => {
    const token = await openLink(app, await aPurchaseLink(app, { email: 'eve@away.test' }));
    const more = { customerId: victim.customerId, email: victimEmail, partnerReference: REFERENCE };
    const saved = await app.must(upsertCustomer, { billingAddress: anAddress(victimEmail), ...more } as never, {
      token,
    });
    expect(saved.customerId).not.toBe(victim.customerId);
    return {};
  },
  "the victim's payment completed with another purchase's token": async () => {
    const token = await openLink(app, await aPurchaseLink(app, { email: 'eve@away.test' }));
    for (const { wish, trackingId } of [waiting.purchase, victim.purchase])
      expect(await app.refusal(completePurchase, { ...wish, trackingId }, { token })).toBe('NOT_FOUND');
    return {};
  },
  "the key of the victim's call": async () => {
    const headers = { 'idempotency-key': 'the-same-for-both' };
    const { token: theirs, wish, trackingId } = victim.purchase;
    await app.must(completePurchase, { ...wish, trackingId }, { token: theirs, headers });
    const token = await openLink(app, await aPurchaseLink(app, { email: 'eve@away.test' }));
    expect(await app.refusal(completePurchase, { ...wish, trackingId }, { token, headers })).toBe('NOT_FOUND');
    return {};
  },
  "the victim's saved card": async () => {
    const token = await openLink(app, await aPurchaseLink(app, { email: 'eve@away.test' }));
    await app.must(upsertCustomer, { billingAddress: anAddress('eve@away.test') }, { token });
    const again = await aPurchaseLink(app, { email: victimEmail, claims: { customerReference: REFERENCE } });
    const { params } = await app.must(authenticatePurchase, { jwt: again.jwt, partnerId: again.partnerId });
    const { paymentMethodId = '' } = params.cardDetails ?? {};
    expect(paymentMethodId).toMatch(/^pm_/);
    const wish = { ...(await aWish(app, token)), paymentMethodId };
    expect(await app.refusal(initiatePurchase, wish, { token })).toBe('NOT_FOUND');
    return {};
  },
  "the victim's domain by its id, from a session of one's own": async () => {
    const { token } = await aCustomerWithDomain(app);
    const { bundleId } = victim;
    expect(await app.refusal(switchBundle, { bundleId }, { token })).toBe('BUNDLE_NOT_FOUND');
    expect(await app.refusal(listBundles, {}, { token, bundleId })).toBe('BUNDLE_NOT_FOUND');
    return { session: token };
  },
};

test.each(Object.entries(TRIES))(
  'a stranger does not join a customer with %s [PUR-08] [ENT-03]',
  async (_what, attempt) => {
    const { session } = await attempt();
    if (session === undefined || session === '') return;
    const found = await app.call(listBundles, {}, { token: session });
    const seen = found.ok ? found.body.bundles.map(({ domainName }) => domainName) : [];
    expect(seen).not.toContain(victim.domain);
  },
);

test('none of these tries changed what the victim has, and the open purchase is still the victim’s [PUR-08]', async () => {
  const { link, purchase } = waiting;
  await payByCard(app, purchase.clientSecret);
  const { session } = await complete(app, purchase);
  expect(session.bllUserId).toBe(victim.customerId);
  expect(session.bundles.map(({ domainName }) => domainName).sort()).toEqual([victim.domain, link.domain].sort());
});

test('the inspector tells a partner that two of its links for different customers have one id [PUR-08]', async () => {
  const first = await aPurchaseLink(app, { linkId: 'basket-2' });
  await openLink(app, first);
  const second = await aPurchaseLink(app, { linkId: 'basket-2', domain: first.domain, email: 'eve@away.test' });
  const said = await inspectPurchaseLink(app.deps, second.jwt, second.partnerId);
  expect(said).toMatchObject({ ok: false, outcome: 'purchase_denied', reason: expect.stringContaining('same jti') });
});
