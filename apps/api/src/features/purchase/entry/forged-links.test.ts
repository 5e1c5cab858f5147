import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { authenticatePurchase } from '@postern/contract/purchase';
import { eq } from 'drizzle-orm';
import { exportJWK, importSPKI } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { refusedLinksOf } from '../../../testing/audit-rows.ts';
import { aDomain, aPurchaseLink, signedWith } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { addKey } from '../../partners/change-partner.ts';
import { updatePartner } from '../../partners/public.ts';
import { partnerKey } from '../../partners/tables.ts';
import { purchase } from '../tables.ts';

const rsa = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const ec = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const app = useTestApp({ webhooks: false });
let rsaKeyId: string;
let ecKeyId: string;
let weakKeyId: string;
beforeAll(async () => {
  rsaKeyId = (await addKey(app.deps, app.partner.partnerId, { pem: rsa.publicKey, algorithm: 'RS256' })).keyId;
  weakKeyId = (await addKey(app.deps, app.partner.partnerId, { pem: rsa.publicKey, algorithm: 'RS256' })).keyId;
  ecKeyId = (await addKey(app.deps, app.partner.partnerId, { pem: ec.publicKey, algorithm: 'ES256' })).keyId;
});

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const hmac = (key: string | Buffer, text: string, hash = 'sha256') =>
  createHmac(hash, key).update(text).digest('base64url');
const nowSeconds = () => Math.floor(app.clock.now().getTime() / 1000);

function goodClaims(): Record<string, unknown> {
  return {
    iss: String(app.partner.partnerId),
    jti: `forged-${aDomain()}`,
    exp: nowSeconds() + 600,
    domainName: aDomain(),
    customerEmailAddress: 'eve@evil.test',
    planType: 'pro',
  };
}

/** A hand-made token, by default signed with the partner's own shared secret. */
function made(
  header: Record<string, unknown> | string,
  claims: unknown = goodClaims(),
  key: string | Buffer = app.partner.secret,
): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${hmac(key, text)}`;
}

const ownHeader = (more: Record<string, unknown> = {}) => ({ alg: 'HS256', kid: app.partner.keyId, ...more });

async function goodParts(): Promise<[string, string, string]> {
  const { jwt } = await aPurchaseLink(app);
  return jwt.split('.') as [string, string, string];
}

const FORGERIES: Record<string, () => string | Promise<string>> = {
  'alg none': async () => `${encode(ownHeader({ alg: 'none' }))}.${(await goodParts())[1]}.`,
  'alg None with the signature kept': () => made(ownHeader({ alg: 'None' })),
  'alg NONE': () => made(ownHeader({ alg: 'NONE' })),
  'alg nOnE without a signature': async () => `${encode(ownHeader({ alg: 'nOnE' }))}.${(await goodParts())[1]}.`,
  'alg empty': () => made(ownHeader({ alg: '' })),
  'alg missing': () => made({ kid: app.partner.keyId }),
  'alg in lower case': () => made(ownHeader({ alg: 'hs256' })),
  'alg of another hash': () => made(ownHeader({ alg: 'HS512' })),
  'alg as a list': () => made(ownHeader({ alg: ['HS256'] })),
  'an empty key': () => made(ownHeader(), goodClaims(), ''),
  'a key of zeros': () => made(ownHeader(), goodClaims(), Buffer.alloc(32)),
  'the key of another partner': () => made(ownHeader(), goodClaims(), app.otherPartner.secret),
  'the key id of another partner': () =>
    made(ownHeader({ kid: app.otherPartner.keyId }), goodClaims(), app.otherPartner.secret),
  'the public key as a shared secret': () => made(ownHeader({ kid: rsaKeyId }), goodClaims(), rsa.publicKey),
  'the public key in DER as a shared secret': () =>
    made(
      ownHeader({ kid: rsaKeyId }),
      goodClaims(),
      Buffer.from(rsa.publicKey.replace(/-----[^-]+-----|\s/g, ''), 'base64'),
    ),
  'RS256 under the id of a shared key': () => signedWith(rsa.privateKey, 'RS256', app.partner.keyId, goodClaims()),
  'ES256 under the id of an RSA key': () => signedWith(ec.privateKey, 'ES256', rsaKeyId, goodClaims()),
  'an ES256 signature of zeros': async () =>
    `${encode({ alg: 'ES256', kid: ecKeyId })}.${encode(goodClaims())}.${encode('\0'.repeat(64))}`,
  'a key of its own in the header': async () => {
    const own = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const { SignJWT, importPKCS8 } = await import('jose');
    const jwk = await exportJWK(await importSPKI(own.publicKey, 'RS256'));
    return new SignJWT(goodClaims())
      .setProtectedHeader({ alg: 'RS256', kid: rsaKeyId, jwk })
      .sign(await importPKCS8(own.privateKey, 'RS256'));
  },
  'an address of keys in the header': () =>
    made(ownHeader({ jku: 'http://127.0.0.1:9/keys', x5u: 'http://127.0.0.1:9/x' }), goodClaims(), 'evil'),
  'a path as key id': () => made(ownHeader({ kid: '../../../../dev/null' }), goodClaims(), ''),
  'SQL as key id': () => made(ownHeader({ kid: "x' UNION SELECT 'secret' --" }), goodClaims(), 'secret'),
  'a NUL in the key id': () => made(ownHeader({ kid: `${app.partner.keyId}\0` })),
  'no key id': () => made({ alg: 'HS256' }),
  'a number as key id': () => made(ownHeader({ kid: 1 })),
  'a critical header we do not know': () => made(ownHeader({ crit: ['exp'], exp: 1 })),
  'an unencoded payload': () => made(ownHeader({ b64: false, crit: ['b64'] })),
  'two alg in one header, none last': () => made(`{"alg":"HS256","kid":"${app.partner.keyId}","alg":"none"}`),
  'two alg in one header, none first': () =>
    made(`{"alg":"none","kid":"${app.partner.keyId}","alg":"HS256"}`, goodClaims(), 'evil'),
  expired: async () => (await aPurchaseLink(app, { expiresInSeconds: -1 })).jwt,
  'ending this second': async () => (await aPurchaseLink(app, { expiresInSeconds: 0 })).jwt,
  'not valid yet': async () => (await aPurchaseLink(app, { claims: { nbf: nowSeconds() + 60 } })).jwt,
  'living a day and an hour': () => made(ownHeader(), { ...goodClaims(), exp: nowSeconds() + 25 * 3600 }),
  'living a week, on its last day': () =>
    made(ownHeader(), { ...goodClaims(), iat: nowSeconds() - 6.5 * 86_400, exp: nowSeconds() + 600 }),
  'made tomorrow': () =>
    made(ownHeader(), { ...goodClaims(), iat: nowSeconds() + 86_400, exp: nowSeconds() + 86_400 + 600 }),
  'signed with a weak key from an older version': async () => {
    const weak = generateKeyPairSync('rsa', {
      modulusLength: 1024,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const change = { publicKeyPem: weak.publicKey };
    await app.deps.db.asSystem((tx) => tx.update(partnerKey).set(change).where(eq(partnerKey.keyId, weakKeyId)));
    const text = `${encode(ownHeader({ alg: 'RS256', kid: weakKeyId }))}.${encode(goodClaims())}`;
    return `${text}.${createSign('sha256').update(text).sign(weak.privateKey, 'base64url')}`;
  },
  'without an end': () => made(ownHeader(), { ...goodClaims(), exp: undefined }),
  'an end that is text': () => made(ownHeader(), { ...goodClaims(), exp: '9999999999' }),
  'without an id': () => made(ownHeader(), { ...goodClaims(), jti: undefined }),
  'without a domain': () => made(ownHeader(), { ...goodClaims(), domainName: undefined }),
  'issued by another partner': () => made(ownHeader(), { ...goodClaims(), iss: String(app.otherPartner.partnerId) }),
  'a NUL in a claim': () => made(ownHeader(), { ...goodClaims(), customerName: 'a\0b' }),
  'half a surrogate pair in a claim': () =>
    made(ownHeader(), `${JSON.stringify(goodClaims()).slice(0, -1)},"customerName":"\\ud800"}`),
  'claims that are a list': () => made(ownHeader(), []),
  'claims that are no JSON': () => made(ownHeader(), 'nonsense'),
  'an altered payload': async () => {
    const [header, payload, signature] = await goodParts();
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    return `${header}.${encode({ ...claims, domainName: 'stolen.test' })}.${signature}`;
  },
  'a padded signature': async () => `${(await goodParts()).join('.')}=`,
  'a signature cut short': async () => (await goodParts()).join('.').slice(0, -4),
  'another part behind': async () => `${(await goodParts()).join('.')}.x`,
  'a space before': async () => ` ${(await goodParts()).join('.')}`,
  'a line break behind': async () => `${(await goodParts()).join('.')}\n`,
  'two parts': async () => (await goodParts()).slice(0, 2).join('.'),
  'plain text': () => 'link',
  '300 KB': () => made(ownHeader(), { ...goodClaims(), customerName: 'x'.repeat(300_000) }),
  '300 KB of dots': () => '.'.repeat(300_000),
};

test("all forged links get the same answer, open nothing, and are recorded in the partner's audit [PUR-08] [PUR-01]", async () => {
  const shapes = new Set<string>();
  for (const [name, forge] of Object.entries(FORGERIES)) {
    const before = (await refusedLinksOf(app, app.partner.partnerId)).length;
    const answer = await app.call(authenticatePurchase, { jwt: await forge(), partnerId: app.partner.partnerId });
    expect(answer, name).toMatchObject({ ok: false, status: 401, code: 'INVALID_JWT' });
    shapes.add(answer.text);
    expect((await refusedLinksOf(app, app.partner.partnerId)).length, name).toBe(before + 1);
  }
  expect(shapes.size).toBe(1);
  expect(await app.deps.db.global.select().from(purchase)).toEqual([]);
});

test('links signed with the registered RS256, ES256 and HS256 keys open a purchase [PUR-08]', async () => {
  const links = [
    await signedWith(rsa.privateKey, 'RS256', rsaKeyId, goodClaims()),
    await signedWith(ec.privateKey, 'ES256', ecKeyId, goodClaims()),
    made(ownHeader()),
  ];
  for (const jwt of links) {
    const { flow } = await app.must(authenticatePurchase, { jwt, partnerId: app.partner.partnerId });
    expect(flow).toBe('purchase');
  }
});

test('a valid link is refused under the number of another, an unknown or a closed partner [PUR-08]', async () => {
  const { jwt } = await aPurchaseLink(app);
  for (const partnerId of [app.otherPartner.partnerId, 4711, 0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    expect(await app.refusal(authenticatePurchase, { jwt, partnerId })).toBe('INVALID_JWT');
  }
  await app.deps.db.asSystem((tx) => updatePartner(tx, app.partner.partnerId, { state: 'closed' }));
  expect(await app.refusal(authenticatePurchase, { jwt, partnerId: app.partner.partnerId })).toBe('INVALID_JWT');
  await app.deps.db.asSystem((tx) => updatePartner(tx, app.partner.partnerId, { state: 'active' }));
});

test('a missing link has another error than a wrong one [PUR-01]', async () => {
  expect(await app.refusal(authenticatePurchase, { jwt: '', partnerId: 54 })).toBe('MISSING_JWT');
});
