import { addAlias } from '@postern/contract/aliases';
import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { createForwarder } from '@postern/contract/forwarders';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../db/client.ts';
import {
  aCustomerWithDomain,
  aMailbox,
  aPurchaseLink,
  aReadyPurchase,
  type TestCustomer,
} from '../testing/builders.ts';
import { pathsOf, sampleInput, withValueAt } from '../testing/sample-input.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';

let app: TestApp;
let mine: TestCustomer;
let theirs: TestCustomer;
let purchaseToken: string;
/** Everything that names something of the other tenant. */
let foreign: string[];
beforeAll(async () => {
  app = await startTestApp({ webhooks: false });
  mine = await aCustomerWithDomain(app, { domain: 'mine.test' });
  theirs = await aCustomerWithDomain(app, { domain: 'theirs.test', partner: app.otherPartner });
  await aMailbox(app, mine, 'own');
  const mailbox = await aMailbox(app, theirs, 'victim', {
    displayName: 'Victoria Victim',
    alternateEmail: 'private@victim-home.test',
  });
  const of = { email: mailbox.email, token: theirs.token };
  const alias = { alias: 'victims-alias', email: of.email, displayName: 'Secret alias' };
  const { senderId } = await app.must(addAlias, alias, { token: of.token });
  const forward = { email: 'victims-team@theirs.test', recipients: [of.email] };
  const { forwarder } = await app.must(createForwarder, forward, { token: of.token });
  const open = await aReadyPurchase(app, await aPurchaseLink(app));
  const foreignOpen = await aReadyPurchase(app, await aPurchaseLink(app, { partner: app.otherPartner }));
  purchaseToken = open.token;
  foreign = [
    theirs.customerId,
    theirs.bundleId,
    theirs.order.orderId,
    mailbox.id,
    mailbox.email,
    senderId,
    'victims-alias@theirs.test',
    forwarder.forwarderId,
    forwarder.email,
    theirs.domain,
    theirs.email,
    theirs.purchase.trackingId,
    foreignOpen.trackingId,
    Buffer.from(mailbox.email.slice(0, -1)).toString('base64url'),
  ];
});
afterAll(() => app.stop());

/** All rows that carry the other tenant's key, in every table there is. */
async function rowsOfTheirs(): Promise<string> {
  return app.deps.db.asSystem(async (tx) => {
    const tables = await rowsOf<{ name: string }>(
      tx,
      sql`select table_name as name from information_schema.columns where column_name = 'customer_id' and table_schema = 'public' order by 1`,
    );
    const all: unknown[] = [];
    for (const { name } of tables) {
      all.push(
        name,
        await rowsOf(
          tx,
          sql`select to_jsonb(t) as row from ${sql.identifier(name)} t where customer_id = ${theirs.customerId} order by 1`,
        ),
      );
    }
    return JSON.stringify(all);
  });
}

test('whatever call gets whatever id of another tenant in whatever place, it neither tells nor changes anything of theirs [API-02]', async () => {
  const before = await rowsOfTheirs();
  expect(before).toContain('Victoria Victim');
  const secrets = [...foreign, 'Victoria', 'victim-home'];
  let calls = 0;
  for (const operation of ALL_OPERATIONS.filter(({ access, id }) => access !== 'open' && id !== 'signOut')) {
    const input = sampleInput(operation);
    const places = pathsOf(input);
    for (const id of foreign) {
      const inputs = places.length === 0 ? [input] : places.map((path) => withValueAt(input, path, id));
      for (const sent of inputs) {
        for (const bundleId of [undefined, theirs.bundleId]) {
          const options = {
            token: operation.access === 'purchase' ? purchaseToken : mine.token,
            ...(bundleId === undefined ? {} : { bundleId }),
          };
          const answer = await app.call(operation, sent as never, options);
          calls += 1;
          const isStrangeBundle = bundleId !== undefined && operation.access === 'session';
          expect(answer).toMatchObject(isStrangeBundle ? { code: 'BUNDLE_NOT_FOUND' } : {});
          // What the caller itself sent may come back in its answer.
          const told = answer.text.replaceAll(id, '');
          const untold = secrets.filter((secret) => !id.includes(secret) && !secret.includes(id));
          expect(
            untold.filter((secret) => told.includes(secret)),
            operation.id,
          ).toEqual([]);
        }
      }
    }
  }
  expect(calls).toBeGreaterThan(300);
  expect(await rowsOfTheirs()).toBe(before);
}, 60_000);

test("another tenant's thing and one that never was are answered alike [API-02]", async () => {
  const never = '0190c4a0-1111-7111-8111-111111111111';
  for (const operation of ALL_OPERATIONS.filter(({ access, id }) => access !== 'open' && id !== 'signOut')) {
    const input = sampleInput(operation);
    const token = operation.access === 'purchase' ? purchaseToken : mine.token;
    for (const path of pathsOf(input).filter((one) => /id$/i.test(one.at(-1) ?? ''))) {
      const answers = await Promise.all(
        [theirs.bundleId, never].map((id) => app.call(operation, withValueAt(input, path, id) as never, { token })),
      );
      const texts = answers.map(
        (answer, index) => `${answer.status} ${answer.text.replaceAll([theirs.bundleId, never][index] ?? '', 'ID')}`,
      );
      expect(texts[0], `${operation.id} ${path.join('.')}`).toBe(texts[1]);
    }
  }
});
