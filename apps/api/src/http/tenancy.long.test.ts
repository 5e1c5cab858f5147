import { countTrials } from '@postern/testkit/count-trials';
import { afterAll, beforeAll, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { aPairOfTenants, everyId, tryForeignIds } from '../testing/try-foreign-ids.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ webhooks: false });
});
afterAll(() => app.stop());

test('every id of another tenant in every field of every call reveals and changes nothing of theirs [API-02]', async ({
  task,
}) => {
  countTrials(task, await tryForeignIds(app, await aPairOfTenants(app), everyId));
});
