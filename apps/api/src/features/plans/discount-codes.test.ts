import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseCommand, runCommand } from '../../cli/run-command.ts';
import { readConfig } from '../../config/config.ts';
import { LOCATIONS } from '../../runtime/locations.ts';
import { guideBlocks } from '../../testing/guide-blocks.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { findDiscountCode } from './discount-repository.ts';
import { importCatalogue } from './import-catalogue.ts';

const app = useTestApp({ webhooks: false });
const seed = readFileSync(LOCATIONS.planCatalogue, 'utf8');
/** The example of the guide, after the plans of a new installation. */
const [example = ''] = guideBlocks('Discount codes');
const codes = (percent: number) => `${seed}\n${example.replace('value: 20', `value: ${percent}`)}`;
const find = (partnerId: number) => findDiscountCode(app.deps.db.global, ' summer27', partnerId);
const list = async () => {
  const config = readConfig({ POSTERN_DATA_DIR: app.dataDir });
  const deps = { ...app.deps, config, checks: null, services: null };
  return (await runCommand(deps, parseCommand(['discount', 'list'], 'evaluation'))).stdout.trim();
};

test('codes come with the plan file, are found in any case by the partners that they are for, and end by leaving the file [PLN-01]', async () => {
  await importCatalogue(app.deps, codes(20));
  expect(await find(54)).toMatchObject({ expiresOn: '2027-08-31', terms: { email_account: { basisPoints: 2000 } } });
  expect(await find(99), 'not for this partner').toBeNull();
  await importCatalogue(app.deps, codes(25));
  expect(await find(54)).toMatchObject({ terms: { email_account: { basisPoints: 2500 } } });
  expect((await list()).split('\n')).toEqual([
    'HELLO · email_account 5.00 EUR / 6.00 USD · no end · all partners · 0 orders',
    'SUMMER27 · email_account 25 % · until 2027-08-31 · partners 54 · 0 orders',
  ]);
  await importCatalogue(app.deps, seed);
  expect(await find(54), 'a code that the file has no more can’t be entered').toBeNull();
  expect(await list()).toContain('not in the plan file any more');
  await importCatalogue(app.deps, codes(20));
  expect(await find(54), 'and can again once it is back').not.toBeNull();
});
