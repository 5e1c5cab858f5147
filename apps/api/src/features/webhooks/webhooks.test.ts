import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EVENT_TYPES } from '@postern/domain/webhooks';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseCommand, runCommand } from '../../cli/run-command.ts';
import { readConfig } from '../../config/config.ts';
import type { CommandDeps } from '../../feature/command.ts';
import { aCustomerWithDomain, aMailbox, type TestCustomer } from '../../testing/builders.ts';
import { type PanelPair, startPanelPair } from '../../testing/panel-pair.ts';
import type { TestApp } from '../../testing/start-test-app.ts';
import { createMetrics } from '../../plugins/metrics.ts';
import { watches } from '../../start/watch-services.ts';
import { checkWebhooks } from './check-webhooks.ts';
import { webhooks } from './feature.ts';
import { sendMessages } from './send-messages.ts';

type Heard = {
  id: string;
  signature: string;
  event: { type: string; timestamp: string; data: Record<string, unknown> };
};

let pair: PanelPair;
let app: TestApp;
let receiver: Server;
let url: string;
let heard: Heard[];
/** Messages that weren't signed with the receiver's secret. */
const forged: string[] = [];
/** What the receiver answers. */
let status: number;
/** The receiver's secret. */
let secret: string;

beforeAll(async () => {
  pair = await startPanelPair();
  ({ app } = pair);
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      // The library also refuses what is older than five minutes, by the machine's clock; the panel's clock is moved here.
      const at = new Date(Number(request.headers['webhook-timestamp']) * 1000);
      const id = String(request.headers['webhook-id']);
      const signature = String(request.headers['webhook-signature']);
      if (!signature.split(' ').includes(new Webhook(secret).sign(id, at, body))) forged.push(id);
      heard.push({ id, signature, event: JSON.parse(body) as Heard['event'] });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks?from=postern`;
});
beforeEach(() => {
  heard = [];
  status = 204;
});
afterEach(() => {
  if (forged.length > 0) throw new Error(`Not signed with the secret: ${forged.join(' ')}`);
});
afterAll(async () => {
  await new Promise((resolve) => receiver.close(resolve));
  await pair.stop();
});

const run = async (...args: string[]) => {
  const config = readConfig({ POSTERN_DATA_DIR: app.dataDir });
  const deps: CommandDeps = { ...app.deps, config, checks: null, services: null };
  const { exitCode, stdout, stderr } = await runCommand(deps, parseCommand([...args, '--json'], 'evaluation'));
  return { exitCode, out: (stdout === '' ? null : JSON.parse(stdout)) as never, err: stderr };
};

/** Does what the sweeps of both processes do, at the same moment. */
async function sweep(): Promise<void> {
  const signal = new AbortController().signal;
  for (const one of webhooks.sweeps ?? [])
    await Promise.all([app, pair.second].map(({ deps }) => one.run(deps, signal)));
}

/** An endpoint that is removed after the test. */
async function withEndpoint(more: string[], use: (endpointId: string) => Promise<void>): Promise<void> {
  // Earlier events don't concern it.
  app.clock.advance({ seconds: 1 });
  const added: { endpointId: string; secret: string } = (await run('webhook', 'add', ...more)).out;
  ({ secret } = added);
  try {
    await use(added.endpointId);
  } finally {
    await run('webhook', 'remove', '--endpoint', added.endpointId);
  }
}

const ofCustomer = ({ customerId }: { customerId: string }) =>
  heard.filter(({ event }) => event.data['customerId'] === customerId).map(({ event }) => event.type);

const messagesOf = async (endpointId: string) => {
  const { out } = await run('webhook', 'messages', '--endpoint', endpointId);
  return (out as { messages: { messageId: string; type: string; tries: number; lastResult: string | null }[] })
    .messages;
};

const customerIdOf = (customer: TestCustomer) => ({ customerId: customer.login.bllUserId });

test('what happens to a customer is told once, signed, in words of the catalogue, however many processes look [EVT-01]', async () => {
  await withEndpoint(['--url', url], async () => {
    const customer = await aCustomerWithDomain(app);
    await aMailbox(app, customer, 'anna');
    await sweep();
    await sweep();
    const told = ofCustomer(customerIdOf(customer));
    expect(told).toEqual(expect.arrayContaining(['order.purchased', 'mailbox.created']));
    expect(told.filter((type) => !EVENT_TYPES.includes(type))).toEqual([]);
    expect(new Set(heard.map(({ id }) => id)).size).toBe(heard.length);
    const created = heard.find(({ event }) => event.type === 'mailbox.created')?.event;
    expect(created?.data).toMatchObject({
      ...{ partnerId: app.partner.partnerId, domainName: customer.domain, by: 'person' },
      target: `anna@${customer.domain}`,
    });
    expect(created?.data).not.toHaveProperty('details');
    const bought = heard.find(({ event }) => event.type === 'order.purchased')?.event;
    expect(bought?.data).toHaveProperty('details');
  });
});

test('a partner’s address gets events of its own customers only, of the types that it asked for, and is never inside the operator’s network [EVT-01]', async () => {
  const local = `https://localhost:${(receiver.address() as AddressInfo).port}/`;
  const partner = ['--partner', String(app.otherPartner.partnerId)];
  await withEndpoint(['--url', local, ...partner, '--events', 'mailbox.created'], async (endpointId) => {
    const own = await aCustomerWithDomain(app, { partner: app.otherPartner });
    const other = await aCustomerWithDomain(app);
    for (const customer of [own, other]) await aMailbox(app, customer, 'anna');
    await sweep();
    expect(await messagesOf(endpointId)).toMatchObject([
      { type: 'mailbox.created', tries: 1, lastResult: 'not a public address' },
    ]);
    expect(heard).toEqual([]);
  });
  expect((await run('webhook', 'add', '--url', url, ...partner)).err).toContain('not https');
  expect((await run('webhook', 'add', '--url', local, '--partner', '77')).err).toContain('does not exist');
  expect((await run('webhook', 'add', '--url', url, '--events', 'mailbox.made')).err).toContain('mailbox.made');
});

test('what fails is tried again later with the same id; after ten tries it is given up, and can be sent again [EVT-01]', async () => {
  await withEndpoint(['--url', url], async (endpointId) => {
    status = 500;
    const { messageId }: { messageId: string } = (await run('webhook', 'test', '--endpoint', endpointId)).out;
    await sweep();
    await sweep();
    expect(heard).toHaveLength(1);
    for (let more = 0; more < 12; more += 1) {
      app.clock.advance({ hours: 27 });
      // Five days without an answer would disable it, which the next test shows.
      await run('webhook', 'enable', '--endpoint', endpointId);
      await sweep();
    }
    expect(heard.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, () => messageId));
    expect(await messagesOf(endpointId)).toMatchObject([{ messageId, tries: 10, lastResult: '500', nextTryAt: null }]);
    status = 200;
    expect((await run('webhook', 'resend', '--endpoint', endpointId)).out).toEqual({ resent: 1 });
    await sweep();
    expect(heard).toHaveLength(11);
    expect(await messagesOf(endpointId)).toMatchObject([{ messageId, lastResult: '200' }]);
    expect((await run('webhook', 'resend', '--endpoint', endpointId)).out).toEqual({ resent: 0 });
    expect((await run('webhook', 'resend', '--endpoint', endpointId, '--message', 'msg_0')).exitCode).toBe(1);
  });
}, 60_000);

test('an address that is gone, or fails for five days, is left alone, and misses nothing once it is enabled [EVT-01]', async () => {
  await withEndpoint(['--url', url], async (endpointId) => {
    const disabled = async () => {
      const { out } = await run('webhook', 'list');
      return (out as { endpoints: { disabledReason: string | null }[] }).endpoints[0]?.disabledReason;
    };
    status = 410;
    await run('webhook', 'test', '--endpoint', endpointId);
    await sweep();
    expect(await disabled()).toBe('answered 410 Gone');
    status = 204;
    const customer = await aCustomerWithDomain(app);
    await sweep();
    expect(heard).toHaveLength(1);
    await run('webhook', 'enable', '--endpoint', endpointId);
    await sweep();
    expect(ofCustomer(customerIdOf(customer))).toContain('order.purchased');
    status = 503;
    await run('webhook', 'test', '--endpoint', endpointId);
    for (let day = 0; day < 6; day += 1) {
      await sweep();
      app.clock.advance({ hours: 25 });
    }
    expect(await disabled()).toBe('failed for five days');
  });
}, 60_000);

/** The webhook metrics, without those that are 0. */
async function measured(): Promise<string[]> {
  const metrics = createMetrics();
  const machine = { folders: {}, tlsServers: [], backupDir: null, readMailQueue: null };
  for (const each of watches([], machine, metrics)) await each.run(app.deps, new AbortController().signal);
  return ((await metrics.write()).match(/^postern_webhook.* [^0].*$/gm) ?? []).map((line) =>
    line.slice('postern_webhook_'.length),
  );
}

test('metrics, doctor and commands show the operator what fails, waits or was given up, until it is sent or forgotten [EVT-01]', async () => {
  const doctor = () => checkWebhooks(app.deps.db, app.clock);
  expect(await doctor()).toEqual({ ok: true, detail: 'none' });
  await withEndpoint(['--url', url], async (endpointId) => {
    expect(await measured()).toEqual(['endpoints{receiver="operator",state="working"} 1']);
    status = 500;
    await run('webhook', 'test', '--endpoint', endpointId);
    await sweep();
    app.clock.advance({ minutes: 4 });
    expect((await doctor()).ok).toBe(true);
    app.clock.advance({ minutes: 76 });
    const failing = `${endpointId} (yours) failing for 80 minutes, an event has waited for 80 minutes`;
    expect(await doctor()).toEqual({ ok: false, detail: failing });
    expect(await measured()).toEqual([
      'endpoints{receiver="operator",state="failing"} 1',
      'messages{receiver="operator",state="waiting"} 1',
      'failing_seconds{receiver="operator"} 4800',
      expect.stringMatching(/^late_seconds\{receiver="operator"\} 47\d\d/),
    ]);
    for (let more = 0; more < 12; more += 1) {
      app.clock.advance({ hours: 27 });
      await run('webhook', 'enable', '--endpoint', endpointId);
      await sweep();
    }
    expect(await measured()).toContain('messages{receiver="operator",state="given_up"} 1');
    expect((await doctor()).detail).toContain('events given up: 1');
    status = 204;
    await run('webhook', 'test', '--endpoint', endpointId);
    await sweep();
    const { out: dead } = await run('webhook', 'messages', '--endpoint', endpointId, '--given-up');
    expect(dead).toMatchObject({ messages: [{ tries: 10, lastResult: '500' }] });
    expect((await run('webhook', 'list')).out).toMatchObject({ endpoints: [{ waiting: 0, givenUp: 1 }] });
    expect((await run('webhook', 'forget', '--endpoint', endpointId)).out).toEqual({ forgotten: 1 });
    expect(await doctor()).toEqual({ ok: true, detail: 'addresses: 1, events that wait: 0' });
    status = 410;
    await run('webhook', 'test', '--endpoint', endpointId);
    await sweep();
    expect((await doctor()).detail).toBe(`${endpointId} (yours) disabled: answered 410 Gone`);
    expect(await measured()).toContain('endpoints{receiver="operator",state="disabled"} 1');
  });
}, 60_000);

test('a message that a killed process had taken is sent by another, and by no other before [EVT-01]', async () => {
  await withEndpoint(['--url', url], async (endpointId) => {
    await run('webhook', 'test', '--endpoint', endpointId);
    const killed = { ...app.deps, postWebhook: () => new Promise<never>(() => {}) };
    void sendMessages(killed, new AbortController().signal);
    await expect.poll(async () => (await messagesOf(endpointId))[0]?.tries).toBe(1);
    await sweep();
    expect(heard).toEqual([]);
    app.clock.advance({ seconds: 61 });
    await sweep();
    expect(heard).toHaveLength(1);
  });
});

test('a new secret signs alongside the former one for a day, and the secrets are sealed and in no log [EVT-01] [BRD-02]', async () => {
  await withEndpoint(['--url', url], async (endpointId) => {
    const former = secret;
    const { secret: next }: { secret: string } = (await run('webhook', 'new-secret', '--endpoint', endpointId)).out;
    const send = async () => {
      await run('webhook', 'test', '--endpoint', endpointId);
      await sweep();
      return heard.at(-1)?.signature.split(' ').length;
    };
    expect(await send()).toBe(2);
    secret = next;
    expect(await send()).toBe(2);
    app.clock.advance({ hours: 25 });
    expect(await send()).toBe(1);
    expect((await run('webhook', 'list')).out).not.toHaveProperty('endpoints.0.sealedSecret');
    for (const value of [former, next]) expect(app.logged()).not.toContain(value.slice('whsec_'.length));
  });
});
