import { test } from 'vitest';
import { backUpAndRestore } from '../testing/back-up-and-restore.ts';

test('a backup of the running server on the embedded database restores the people, mail and payments of that moment elsewhere [PAY-03]', async () => {
  await backUpAndRestore('embedded');
});
