import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { fileOptions, parseCommand, runCommand } from '../../cli/run-command.ts';
import { readConfig } from '../../config/config.ts';
import { type CommandDeps, UsageError } from '../../feature/command.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { readPartnerInfo, updatePartner } from './public.ts';

const app = useTestApp({ webhooks: false });
let deps: CommandDeps;
beforeAll(async () => {
  deps = { ...app.deps, config: readConfig({ POSTERN_DATA_DIR: app.dataDir }), checks: null, services: null };
});

const run = (...args: string[]) => runCommand(deps, parseCommand([...args, '--json'], 'evaluation'));

test('the operator sets the addresses that the panel links to, and removes one [BRD-02]', async () => {
  const { partnerId } = app.partner;
  const set = ['partner', 'set-urls', '--partner', String(partnerId)];
  const webmail = 'https://webmail.harbour.test/';
  const done = await run(...set, '--webmail', webmail, '--terms-of-use', 'https://harbour.test/terms');
  expect(done.exitCode).toBe(0);
  expect(JSON.parse(done.stdout)).toMatchObject({ partnerId, urls: { webmail, adminGuide: null } });
  expect((await run(...set, '--terms-of-use', 'none')).exitCode).toBe(0);
  const { urls } = await readPartnerInfo(app.deps, { partnerId });
  expect(urls).toMatchObject({ webmail, termsOfUse: null });
  const refused = await run(...set, '--webmail', 'http://webmail.harbour.test/');
  expect(refused.exitCode).toBe(1);
  expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'URL_NOT_SECURE' });
  expect((await run(...set)).exitCode).toBe(2);
  expect(() => parseCommand([...set, '--webmial', webmail], 'evaluation')).toThrow(UsageError);
});

test('the operator sets how a partner is called and shown, and whether its customers pay here, all or nothing [BRD-02]', async () => {
  const { partnerId } = app.otherPartner;
  const set = ['partner', 'set', '--partner', String(partnerId)];
  const logo = 'https://localhost:1/logo.svg';
  const done = await run(...set, '--name', 'Quay Hosting', '--product-name', 'Quay Mail', '--logo', logo);
  expect(JSON.parse(done.stdout)).toEqual({
    ...{ partnerId, companyName: 'Quay Hosting', productName: 'Quay Mail', logoUrl: logo },
    warning: expect.stringMatching(/^https:\/\/localhost:1\/logo.svg could not be loaded: .*the name instead/),
  });
  const refused = await run(...set, '--name', 'Other', '--logo-dark', 'http://quay.test/dark.svg');
  expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'URL_NOT_SECURE' });
  expect((await run(...set, '--payments', 'off', '--support-email', 'help@quay.test')).exitCode).toBe(0);
  expect(await readPartnerInfo(app.deps, { partnerId })).toMatchObject({
    ...{ companyName: 'Quay Hosting', productName: 'Quay Mail', paymentEnabled: false },
    ...{
      emails: { supportEmail: 'help@quay.test' },
      resources: { controlPanelLogoUrl: logo, controlPanelLogoDarkUrl: null },
    },
  });
  expect((await run(...set, '--logo', 'none', '--payments', 'on')).exitCode).toBe(0);
  const after = await readPartnerInfo(app.deps, { partnerId });
  expect(after).toMatchObject({ paymentEnabled: true, resources: { controlPanelLogoUrl: null } });
  for (const wrong of [[], ['--payments', 'maybe'], ['--support-email', 'nobody']])
    expect((await run(...set, ...wrong)).exitCode).toBe(2);
});

test('a primary colour that would be too faint is refused, and the refusal says what would be unreadable and what to choose [BRD-01]', async () => {
  const { partnerId } = app.otherPartner;
  const set = (...values: string[]) => run('partner', 'set-theme', '--partner', String(partnerId), ...values);
  const descOf = async (...values: string[]) => {
    const { exitCode, stderr } = await set(...values);
    expect(exitCode).toBe(1);
    const refusal = JSON.parse(stderr) as { code: string; desc: string };
    expect(refusal.code).toBe('THEME_CONTRAST');
    return refusal.desc;
  };
  const faint = await descOf('--accent-lightness', '0.7', '--accent-hue', '180', '--accent-chroma', '0.12');
  expect(faint).toBe(
    'Too little contrast: white text on the primary button: 2.4:1, needs 4.5:1; white text on the pressed primary button: 3.0:1, needs 4.5:1; edges and the focus ring in the primary colour on a selected row: 2.2:1, needs 3:1. Choose a darker primary colour: --accent-lightness 0.54 or less.',
  );
  expect((await readPartnerInfo(app.deps, { partnerId })).theme.accentHue).not.toBe(180);
  const [, lightest = ''] = /--accent-lightness ([\d.]+) or less/.exec(faint) ?? [];
  expect((await set('--accent-lightness', lightest, '--accent-hue', '180', '--accent-chroma', '0.12')).exitCode).toBe(
    0,
  );
  // An older theme keeps its accent when another of its values changes.
  const { theme } = await readPartnerInfo(app.deps, { partnerId });
  await app.deps.db.asSystem((tx) => updatePartner(tx, partnerId, { theme: { ...theme, accentLightness: 0.9 } }));
  expect((await set('--radius-px', '6')).exitCode).toBe(0);
  await descOf('--accent-hue', '90');
});

test('the operator sets the font of a theme: one on people’s computers, a file, or the panel’s own again [BRD-01]', async () => {
  const { partnerId } = app.otherPartner;
  const set = (...values: string[]) => run('partner', 'set-theme', '--partner', String(partnerId), ...values);
  const fontOf = async () => (await readPartnerInfo(app.deps, { partnerId })).theme.font;
  expect((await set('--font', 'Verdana')).exitCode).toBe(0);
  expect(await fontOf()).toBe('Verdana');
  const refused = await set('--font', "x'} body{", '--radius-px', '2');
  expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'THEME_VALUE_INVALID' });
  const notAFont = await set('--font', 'Quay Sans', '--font-file', Buffer.from('<svg/>').toString('base64'));
  expect(JSON.parse(notAFont.stderr)).toMatchObject({ code: 'FONT_NOT_WOFF2' });
  const tooLarge = await set('--font', 'Quay Sans', '--font-file', Buffer.alloc(600_000).toString('base64'));
  expect(JSON.parse(tooLarge.stderr)).toMatchObject({ code: 'FONT_TOO_LARGE' });
  for (const wrong of [
    ['--font-file', 'AAAA'],
    ['--font', 'none', '--font-file', 'AAAA'],
  ])
    expect((await set(...wrong)).exitCode).toBe(2);
  expect(await fontOf()).toBe('Verdana');
  const command = parseCommand(['partner', 'set-theme', '--partner', '1', '--font-file', 'a.woff2'], 'evaluation');
  expect(fileOptions(command).binaries).toEqual(['font-file']);
  expect((await set('--font', 'none')).exitCode).toBe(0);
  expect(await fontOf()).toBeNull();
});

const pemOf = (key: KeyObject) =>
  key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }).toString();
const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength });
const ec = (namedCurve: string) => pemOf(generateKeyPairSync('ec', { namedCurve }).publicKey);

test.each<[string, string, string, string | null]>([
  ['an RSA key of 1,024 bits', 'RS256', pemOf(rsa(1024).publicKey), 'KEY_TOO_SHORT'],
  ['an RSA key of 2,040 bits', 'RS256', pemOf(rsa(2040).publicKey), 'KEY_TOO_SHORT'],
  ['an RSA key of 2,048 bits', 'RS256', pemOf(rsa(2048).publicKey), null],
  ['a private key', 'RS256', pemOf(rsa(2048).privateKey), 'BAD_KEY'],
  ['an RSA key', 'ES256', pemOf(rsa(2048).publicKey), 'BAD_KEY'],
  ['a key on P-256', 'ES256', ec('P-256'), null],
  ['a key on P-384', 'ES256', ec('P-384'), 'BAD_KEY'],
  ['a key on a short curve', 'ES256', ec('secp112r1'), 'BAD_KEY'],
  ['an Ed25519 key', 'ES256', pemOf(generateKeyPairSync('ed25519').publicKey), 'BAD_KEY'],
  ['no key', 'RS256', 'hello', 'BAD_KEY'],
])(
  '%s given for %s is refused unless it is strong enough, and the refusal says why [PUR-08]',
  async (_name, alg, pem, code) => {
    const { partnerId } = app.partner;
    const options = { 'public-key-file': pem, alg, partner: String(partnerId) };
    const done = await runCommand(deps, { name: 'partner add-key', options, json: true });
    expect(done.exitCode).toBe(code === null ? 0 : 1);
    if (code === null) return;
    const refusal = JSON.parse(done.stderr) as { code: string; desc: string };
    expect(refusal.code).toBe(code);
    expect(refusal.desc).toMatch(code === 'KEY_TOO_SHORT' ? /has \d+ bits. It needs 2048 or more/ : /public key|P-256/);
  },
);

test('purchase links live a day at most, unless the operator allows a partner more [PUR-08]', async () => {
  const { partnerId } = app.otherPartner;
  const link = [
    'purchase-link',
    '--partner',
    String(partnerId),
    '--domain',
    'long.test',
    '--email',
    'a@long.test',
    '--plan',
    'pro',
  ];
  const refused = await run(...link, '--expires-in', '25h');
  expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'LINK_LIVES_TOO_LONG' });
  const outcomeOf = async (jwt: string) =>
    JSON.parse((await run('partner', 'inspect-link', '--partner', String(partnerId), '--link', jwt)).stdout) as object;
  const set = ['partner', 'set-link-hours', '--partner', String(partnerId), '--hours'];
  for (const hours of ['0', '721', '1.5', 'x']) expect((await run(...set, hours)).exitCode, hours).toBe(1);
  expect((await run(...set, '168')).exitCode).toBe(0);
  const { jwt } = JSON.parse((await run(...link, '--expires-in', '7d')).stdout) as { jwt: string };
  expect(await outcomeOf(jwt)).toMatchObject({ ok: true, outcome: 'purchase' });
  const unsold = JSON.parse((await run(...link.with(-1, 'nosuch'))).stdout) as { jwt: string };
  expect(await outcomeOf(unsold.jwt)).toMatchObject({ ok: false, reason: 'the partner sells no plan of this type' });
  await run(...set, '24');
  expect(await outcomeOf(jwt)).toMatchObject({ ok: false, reason: 'LINK_LIVES_TOO_LONG 24' });
});

test("a partner's support address must be an address [PUR-08]", async () => {
  const create = ['partner', 'create', '--id', '4001', '--name', 'Bad', '--brand', 'general', '--support-email'];
  for (const email of ['help', 'help@shop.test\r\nBcc: x@evil.test', 'help@shop.test\n'])
    expect((await run(...create, email)).exitCode, email).toBe(2);
});
