import { countTrials } from '@postern/testkit/count-trials';
import { test } from 'vitest';
import { aPairOfTenants, everyId, tryForeignIds } from '../testing/try-foreign-ids.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = useTestApp({ webhooks: false });

test('every id of another tenant in every field of every call reveals and changes nothing of theirs [API-02]', async ({
  task,
}) => {
  countTrials(task, await tryForeignIds(app, await aPairOfTenants(app), everyId));
});
