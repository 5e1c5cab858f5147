import { createHash, createPublicKey, randomBytes, randomUUID } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { enableDkimKey, generateDkimKey } from '@postern/contract/dkim';
import { upsertDnsRecord } from '@postern/contract/dns';
import { checkDomain } from '@postern/contract/domain-connection';
import { applyDomainPlan, planDomain } from '@postern/contract/domain-plan';
import type { OutputOf } from '@postern/contract/operation';
import { pollUntil } from '@postern/testkit/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClient } from '../../../../../apps/api/src/testing/test-client.ts';
import { verifyWithDkimpy } from '../testing/dkimpy.ts';
import { addRealMailbox, submitMessage } from '../testing/real-mailbox.ts';
import { REAL_START_LIMIT_MS, type RealHarness, startRealHarness } from '../testing/start-real-harness.ts';
import { listValidSignatures } from '../testing/valid-signatures.ts';

const DOMAIN = 'panel-signs.test';

let mail: RealHarness;
beforeAll(async () => {
  mail = await startRealHarness();
}, REAL_START_LIMIT_MS);
afterAll(() => mail.stop());

/** An admin of the domain, signed in at the stack's panel. */
async function signIn(domain: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = createHash('sha256').update(token).digest('base64url');
  await mail.directory.client.query('set role postern_system');
  const { rows } = await mail.directory.client.query(
    'select customer_id, bundle_id from bundle where domain_name = $1',
    [domain],
  );
  await mail.directory.client.query(
    `insert into session (token_hash, customer_id, bundle_id, partner_id, role, email, source, created_at, expires_at)
     values ($1, $2, $3, 900, 'domainAdmin', $4, 'token', now(), now() + interval '1 hour')`,
    [tokenHash, rows[0].customer_id, rows[0].bundle_id, `admin-${randomUUID()}@people.test`],
  );
  await mail.directory.client.query('reset role');
  return token;
}

test('a new domain is verified and its mail signed by the panel, PowerDNS and Rspamd; dkimpy accepts old and new keys, RSA and Ed25519, from the DNS, and rejects a changed message [DKM-01] [DKM-02] [DNS-02] [VER-01]', async () => {
  const ann = await addRealMailbox(mail, `ann@${DOMAIN}`);
  const options = { token: await signIn(DOMAIN) };
  const panel = testClient(mail.stack.baseUrl);
  /** A check's result. The server may be checking the new domain already, and then answers with what it knew before. */
  const checked = async () => {
    let answer = await panel.must(checkDomain, { domainName: DOMAIN }, options);
    const isEnded = async () => {
      if (answer.isChecking) answer = await panel.must(checkDomain, { domainName: DOMAIN }, options);
      return !answer.isChecking;
    };
    await pollUntil(isEnded, { timeoutMs: 30_000, onTimeout: () => 'the check does not end' });
    return answer;
  };
  expect(await checked()).toMatchObject({ status: 'unverified', zoneStatus: 'active', failure: null });
  const { key }: OutputOf<typeof generateDkimKey> = await panel.must(generateDkimKey, {}, options);
  const { planId } = await panel.must(planDomain, {}, options);
  await panel.must(applyDomainPlan, { planId }, options);
  await panel.must(enableDkimKey, { dkimId: key.dkimId }, options);
  const outside = new Resolver();
  outside.setServers([`127.0.0.1:${mail.stack.ports.dns}`]);
  const records: Record<string, string> = {};
  const readRecord = async ({ selector }: { selector: string }) => {
    const name = `${selector}._domainkey.${DOMAIN}`;
    const [[...strings] = []] = await outside.resolveTxt(name);
    records[name] = strings.join('');
  };
  const sendOne = async () => {
    const before = await mail.readMessages(ann.mailboxId);
    expect((await submitMessage(mail, { login: ann.address, to: ann.address })).accepted).toHaveLength(1);
    return (await mail.readMessages(ann.mailboxId)).find((source) => !before.includes(source)) ?? '';
  };
  // The plan contains the records of both keys.
  const pairOf = ({ selector }: { selector: string }) => [selector, `${selector}-ed25519`];
  for (const selector of pairOf(key)) await readRecord({ selector });
  const byFirst = await sendOne();
  const published = /p=(.+)$/.exec(Object.values(records)[0] ?? '')?.[1] ?? '';
  const publicKey = createPublicKey({ key: Buffer.from(published, 'base64'), type: 'spki', format: 'der' });
  expect(listValidSignatures(byFirst, { [key.selector]: publicKey })).toEqual([key.selector]);

  const { key: next }: OutputOf<typeof generateDkimKey> = await panel.must(generateDkimKey, {}, options);
  await panel.must(upsertDnsRecord, { type: 'TXT', host: next.host, values: [next.value], ttl: 3600 }, options);
  const { ed25519 } = next;
  if (ed25519 === null) throw new Error('made without Ed25519');
  await panel.must(upsertDnsRecord, { type: 'TXT', host: ed25519.host, values: [ed25519.value], ttl: 3600 }, options);
  await panel.must(enableDkimKey, { dkimId: next.dkimId }, options);
  for (const selector of pairOf(next)) await readRecord({ selector });
  const byBoth = await sendOne();
  const tampered = byBoth.replace('the original', 'a forgery');
  expect(tampered).not.toBe(byBoth);
  const verdicts = await verifyWithDkimpy([byFirst, byBoth, tampered], records);
  const say = (signatures: (typeof verdicts)[number] = []) =>
    signatures.map(({ selector, isValid }) => `${selector} ${isValid}`).toSorted();
  const all = [...pairOf(key), ...pairOf(next)].toSorted();
  expect(verdicts.map(say)).toEqual([
    pairOf(key).map((selector) => `${selector} true`),
    all.map((selector) => `${selector} true`),
    all.map((selector) => `${selector} false`),
  ]);
});
