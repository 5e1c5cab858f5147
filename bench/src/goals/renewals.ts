import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  type FakeStripe,
  SECRET_KEY,
  startFakeStripe,
  STRIPE_WEBHOOK_SECRET,
} from '@postern/adapter-payment/testing/fake-stripe';
import { freePort } from '@postern/testkit/free-port';
import { spawnProcess } from '@postern/testkit/spawn-process';
import type { Comparison } from '../report/comparison.ts';
import { dueCardId, dueCustomerId, fillDueOrdersSql } from '../servers/fill-due-orders.ts';
import { startMailSink } from '../servers/mail-sink.ts';
import { APPLICATION_USER } from '../servers/postern.ts';
import type { BenchContext } from './context.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const DATABASE = 'renewals';
const DUE_ORDERS = 100_000;
/**
 * What calls to Stripe take. A renewal makes one of each: a charge has a median of 1.24 s with 30 at once, which Stripe calls normal
 * (https://github.com/stripe/stripe-java/issues/570, 2018-08-07); another call took 0.41 s
 * (https://github.com/202-ecommerce/stripe_official/issues/145, 2022-05-05).
 */
const CHARGE_MILLIS = 1240;
const OTHER_MILLIS = 410;
const CHARGE = /^\/v1\/payment_intents/;
const SECONDS_FOR_WARMTH = 5;

/** Goal 14: 100,000 orders are due on one day. Renewals a second, charged at a gateway over HTTP, with one process and with two. */
export async function measureRenewals(context: BenchContext): Promise<Comparison[]> {
  const start = await prepareDueOrders(context);
  const seconds = context.pace.rounds > 1 ? 20 : 6;
  const rates = { one: [] as number[], two: [] as number[] };
  for (let round = 0; round < context.pace.rounds; round += 1)
    for (const [name, processes] of [
      ['one', 1],
      ['two', 2],
    ] as const)
      rates[name].push(await renewFor(context, start, { processes, seconds }));
  await checkCharges(context);
  return [
    {
      goal: 14,
      what: `Renewals with two processes, ${DUE_ORDERS.toLocaleString('en')} orders due on one day`,
      unit: 'renewals/s',
      ours: rates.two,
      other: { name: 'One process', sample: rates.one },
      bound: { atLeast: 1.7 },
    },
  ];
}

type Start = (number: number) => Promise<{ end: () => Promise<void> }>;

async function prepareDueOrders({ folder, postgres, defer }: BenchContext): Promise<Start> {
  await postgres.run('postgres', `create database ${DATABASE} owner ${APPLICATION_USER}`);
  const stripe = await startFakeStripe();
  defer(async () => {
    await stripe[Symbol.asyncDispose]();
  });
  saveCards(stripe);
  stripe.latencyOf = ({ method, path: address }) =>
    method === 'POST' && CHARGE.test(address) ? CHARGE_MILLIS : OTHER_MILLIS;
  const mailSink = await startMailSink(defer);
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: postgres.urlOf(DATABASE, APPLICATION_USER),
    POSTERN_MODE: 'production',
    POSTERN_REHEARSAL: 'true',
    POSTERN_RENEWALS: 'on',
    POSTERN_STRIPE_SECRET_KEY: SECRET_KEY,
    POSTERN_STRIPE_WEBHOOK_SECRET: STRIPE_WEBHOOK_SECRET,
    POSTERN_STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
    POSTERN_STRIPE_API_URL: `http://${stripe.address.host}:${stripe.address.port}`,
    POSTERN_PUBLIC_URL: 'https://panel.example',
    POSTERN_MAIL_HOSTNAME: 'mail.example',
    POSTERN_MAILER_FROM: 'no-reply@panel.example',
    POSTERN_MAILER_URL: mailSink,
    POSTERN_SECRET_KEY: 'a-key-for-one-benchmark-run-and-no-more',
    POSTERN_TRUST_PROXY: 'true',
  };
  const dataOf = (number: number) => {
    const dataDir = path.join(folder, `renewals-${number}`);
    mkdirSync(dataDir, { recursive: true });
    return dataDir;
  };
  const postern = (...args: string[]) =>
    promisify(execFile)(process.execPath, [path.join(ROOT, 'dist/api/cli.mjs'), ...args], {
      env: { ...process.env, ...env, POSTERN_DATA_DIR: dataOf(0) },
    });
  await postern('migrate');
  await postern('plan', 'import', path.join(ROOT, 'deploy/plan-catalogue.yaml'));
  await postern('partner', 'create', '--id', '54', '--name', 'Bench', '--brand', 'general');
  await postgres.run(DATABASE, ...fillDueOrdersSql(DUE_ORDERS), 'vacuum analyze');
  return async (number) => {
    const port = String(await freePort());
    const server = await spawnProcess({
      command: '/bin/sh',
      args: ['-c', 'exec "$0" dist/api/main.mjs 2>"$POSTERN_DATA_DIR/log"', process.execPath],
      cwd: ROOT,
      env: { ...env, POSTERN_PORT: port, POSTERN_DATA_DIR: dataOf(number) },
      ready: { url: `http://127.0.0.1:${port}/healthz` },
      timeoutMs: 120_000,
    });
    return { end: async () => void (await server.end('SIGTERM')) };
  };
}

function saveCards({ books }: FakeStripe): void {
  const card = {
    brand: 'visa',
    last4: '4242',
    exp_month: 12,
    exp_year: 2099,
    funding: 'credit',
    wallet: null,
    country: 'US',
  };
  for (let number = 1; number <= DUE_ORDERS; number += 1) {
    const customer = `cus_due_${number}`;
    books.customers.set(customer, {
      object: 'customer',
      id: customer,
      created: 0,
      metadata: { postern_customer: dueCustomerId(number) },
    });
    books.methods.set(dueCardId(number), {
      object: 'payment_method',
      id: dueCardId(number),
      type: 'card',
      customer,
      card,
      behaviour: 'pm_card_visa',
    });
  }
}

async function renewFor(
  { postgres }: BenchContext,
  start: Start,
  { processes, seconds }: { processes: number; seconds: number },
): Promise<number> {
  const servers = await Promise.all(Array.from({ length: processes }, (_, number) => start(number)));
  const count = async () => {
    const [row] = await postgres.read<{ count: number }>(
      DATABASE,
      `select count(*)::int as count from billing_payment where state = 'paid'`,
    );
    return row?.count ?? 0;
  };
  await sleep(SECONDS_FOR_WARMTH * 1000);
  const [before, started] = [await count(), performance.now()];
  await sleep(seconds * 1000);
  const rate = ((await count()) - before) / ((performance.now() - started) / 1000);
  for (const server of servers) await server.end();
  return rate;
}

/** Nothing was charged twice, and everything that was charged is in the books or still open. */
async function checkCharges({ postgres }: BenchContext): Promise<void> {
  const [row] = await postgres.read<{ twice: number; booked: number; paid: number }>(
    DATABASE,
    `select (select count(*)::int from (select from billing_payment group by order_id having count(*) > 1) as twice) as twice,
       (select count(distinct journal_key)::int from book_posting) as booked,
       (select count(*)::int from billing_payment where state = 'paid') as paid`,
  );
  if (row === undefined || row.twice > 0 || row.booked !== row.paid || row.paid === 0)
    throw new Error(`The renewals went wrong: ${JSON.stringify(row)}`);
}
