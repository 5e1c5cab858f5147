import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { plainDateOf } from '@postern/domain/dates';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { parseCommand, runCommand } from '../../cli/run-command.ts';
import { readConfig } from '../../config/config.ts';
import { rowsOf } from '../../db/client.ts';
import { aCustomerWithDomain, type TestCustomer } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { runDueWork } from '../billing/due/run-due-work.ts';
import { refundInvoice } from '../billing/refund/refund-invoice.ts';
import { invoice } from '../invoices/public.ts';

const app = useTestApp({ webhooks: false });
const GERMAN_CARD = '4000002760000016';

const numbersOf = async ({ customerId }: TestCustomer) =>
  (await app.deps.db.asSystem((tx) => tx.select().from(invoice).orderBy(invoice.issuedAt, invoice.number)))
    .filter((one) => one.customerId === customerId)
    .map(({ number }) => number);

async function report() {
  const file = join(await mkdtemp(join(tmpdir(), 'evidence-')), 'evidence.csv');
  const day = plainDateOf(app.clock.now().getTime());
  const args = ['billing', 'tax-evidence', '--from', '2020-01-01', '--to', day, '--csv', file, '--json'];
  const config = readConfig({ POSTERN_DATA_DIR: app.dataDir });
  const done = await runCommand(
    { ...app.deps, config, checks: null, services: null },
    parseCommand(args, 'evaluation'),
  );
  expect(done.exitCode).toBe(0);
  const [heading = '', ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
  const names = heading.split(',');
  const rows = lines.map((line) => Object.fromEntries(line.split(',').map((value, at) => [names[at], value])));
  return {
    ...(JSON.parse(done.stdout) as { contradictions: { number: string; but: string[] }[]; notKept: number }),
    rowOf: (number: string | undefined) => rows.find((row) => row['number'] === number),
  };
}

test('each sale keeps what says where its buyer is, a contradiction is named, and a credit note has the evidence of its invoice [BIL-09] [X-03]', async () => {
  const agreeing = await aCustomerWithDomain(app, { accounts: 1, card: GERMAN_CARD });
  const foreign = await aCustomerWithDomain(app, { accounts: 1, country: 'FR' });
  const [of = ''] = await numbersOf(agreeing);
  const note = await refundInvoice(app.deps, { number: of, amountMinor: 100, reason: 'Outage', to: 'card' });
  const { rowOf, contradictions, notKept } = await report();
  const pieces = { billing_address: 'DE', card: 'DE', partner: 'DE', vat_number: '', evidence: 'enough' };
  expect(rowOf(of)).toMatchObject({ ...pieces, kind: 'invoice', taxed_country: 'DE', contradictions: '' });
  expect(rowOf(note.number)).toMatchObject({ ...pieces, kind: 'credit-note', corrects: of });
  const [strange] = await numbersOf(foreign);
  expect(rowOf(strange)).toMatchObject({
    ...{ billing_address: 'DE', card: 'US', partner: 'FR', evidence: 'contradicting' },
    contradictions: 'card US; partner FR',
  });
  expect(contradictions).toEqual([
    { number: strange, taxedCountry: 'DE', evidence: 'contradicting', but: ['card US', 'partner FR'] },
  ]);
  expect(notKept).toBe(0);
});

test('a renewal keeps the country of the card that paid it [BIL-07] [X-03]', async () => {
  const start = app.clock.now();
  const customer = await aCustomerWithDomain(app, { accounts: 1, cycle: 'monthly', card: GERMAN_CARD });
  const { currentPlan } = await app.must(readCurrentPlan, {}, { token: customer.token });
  app.clock.moveTo(new Date(currentPlan.expiresOn ?? ''));
  await runDueWork(app.deps, app.clock.now());
  const numbers = await numbersOf(customer);
  expect(numbers).toHaveLength(2);
  const { rowOf } = await report();
  expect(rowOf(numbers[1])).toMatchObject({ billing_address: 'DE', card: 'DE', partner: 'DE', evidence: 'enough' });
  app.clock.moveTo(start);
});

test('nobody changes or deletes the evidence of a sale, and it holds codes of countries only [X-03]', async () => {
  const { customerId } = await aCustomerWithDomain(app, { accounts: 1 });
  const where = sql`where customer_id = ${customerId}`;
  for (const change of [sql`update tax_evidence set card = 'DE' ${where}`, sql`delete from tax_evidence ${where}`])
    await expect(app.deps.db.asSystem((tx) => tx.execute(change))).rejects.toThrow('Failed query');
  const kept = await app.deps.db.asSystem((tx) =>
    rowsOf<Record<string, unknown>>(tx, sql`select billing, card, partner from tax_evidence ${where}`),
  );
  expect(kept).toEqual([{ billing: 'DE', card: 'US', partner: 'DE' }]);
});
