import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathsOf, sampleInput, withValueAt } from '../testing/sample-input.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { aPairOfTenants, fittingIds, tryForeignIds, type TwoTenants } from '../testing/try-foreign-ids.ts';

let app: TestApp;
let tenants: TwoTenants;
beforeAll(async () => {
  app = await startTestApp({ webhooks: false });
  tenants = await aPairOfTenants(app);
});
afterAll(() => app.stop());

test('whatever call gets an id of another tenant in whatever place, it neither tells nor changes anything of theirs [API-02]', async () => {
  expect(await tryForeignIds(app, tenants, fittingIds)).toBeGreaterThan(300);
}, 180_000);

test("another tenant's thing and one that never was are answered alike [API-02]", async () => {
  const never = '0190c4a0-1111-7111-8111-111111111111';
  for (const operation of ALL_OPERATIONS.filter(({ access, id }) => access !== 'open' && id !== 'signOut')) {
    const input = sampleInput(operation);
    const token = operation.access === 'purchase' ? tenants.purchaseToken : tenants.mine.token;
    for (const path of pathsOf(input).filter((one) => /id$/i.test(one.at(-1) ?? ''))) {
      const answers = await Promise.all(
        [tenants.theirs.bundleId, never].map((id) =>
          app.call(operation, withValueAt(input, path, id) as never, { token }),
        ),
      );
      const texts = answers.map(
        (answer, index) =>
          `${answer.status} ${answer.text.replaceAll([tenants.theirs.bundleId, never][index] ?? '', 'ID')}`,
      );
      expect(texts[0], `${operation.id} ${path.join('.')}`).toBe(texts[1]);
    }
  }
});
