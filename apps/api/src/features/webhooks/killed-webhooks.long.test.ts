import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createForwarder } from '@postern/contract/forwarders';
import { actionsOf } from '@postern/domain/webhooks';
import { countTrials } from '@postern/testkit/count-trials';
import { pollUntil } from '@postern/testkit/poll-until';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { aCustomerWithDomain, aMailbox } from '../../testing/builders.ts';
import { runCli } from '../../testing/start-server.ts';
import { startTwoServers } from '../../testing/two-servers.ts';

const KILLS = Number(process.env['POSTERN_KILLS'] ?? 20);
const WRITERS = 2;
/** A sweep begins every two seconds, so the kills hit it while it reads, while it sends, and between two sweeps. */
const SPREAD_MS = 2_400;
const SLOWEST_ANSWER_MS = 80;

type Heard = { id: string; body: string };

/** A partner's server on a bad day: one answer in eight is an error, and one in eight never comes although the server took the event. */
async function startBadReceiver() {
  const heard: Heard[] = [];
  let isBad = true;
  const server = createServer((request, response) => {
    void buffer(request).then(
      async (body) => {
        const turn = heard.push({ id: String(request.headers['webhook-id']), body: body.toString('utf8') });
        await pause((turn * 37) % SLOWEST_ANSWER_MS);
        if (isBad && turn % 8 === 3) response.writeHead(500).end();
        else if (isBad && turn % 8 === 6) request.socket.destroy();
        else response.writeHead(204).end();
      },
      () => {},
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const recover = () => (isBad = false);
  return { heard, recover, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` };
}

test('whenever one of two processes is killed, every change is told at least once, always with the same id and body, and no change is told that was not made [EVT-01]', async ({
  task,
}) => {
  const two = await startTwoServers();
  onTestFinished(() => two.stop());
  const receiver = await startBadReceiver();
  const cli = <Answer>(...args: string[]) => runCli<Answer>(two, ...args);
  await cli('webhook', 'add', '--url', receiver.url);
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const customer = await aCustomerWithDomain(two.panel, { accounts: 3 });
    const { email } = await aMailbox(two.panel, customer, 'anna');
    let isOver = false;
    const write = async (writer: number) => {
      let number = 0;
      while (!isOver) {
        const address = `w${writer}-${number}@${customer.domain}`;
        const how = { token: customer.token, headers: { 'idempotency-key': address } };
        const answer = await two.panel.call(createForwarder, { email: address, recipients: [email] }, how);
        if (answer.ok) {
          acknowledged.push(address);
          number += 1;
        } else if (answer.status !== 503) throw new Error(`A call was answered ${answer.text}`);
        // The killed process had begun the same call, and its outcome isn't known yet.
        else await pause(100);
      }
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    await Promise.race([pause(400 + (kill * SPREAD_MS) / KILLS), writers]);
    await two.replace(kill % 2 === 0 ? 0 : 1);
    isOver = true;
    await writers;
  }
  receiver.recover();
  type Listed = { endpoints: { waiting: number; givenUp: number; disabledAt: string | null }[] };
  await pollUntil(
    async () => {
      // Messages that a killed process had claimed are free after a minute, and failed ones are due a little later.
      await cli('advance-clock', '--by', '3h');
      await pause(2_500);
      const [endpoint] = (await cli<Listed>('webhook', 'list')).endpoints;
      return endpoint?.waiting === 0;
    },
    { timeoutMs: 180_000, onTimeout: () => 'events still wait' },
  );
  const events = await two.db.asSystem((tx) =>
    rowsOf<{ audit_id: string; message_id: string | null }>(
      tx,
      sql`select row.audit_id, message.message_id from audit row
        left join webhook_message message on message.audit_id = row.audit_id
        where row.action in (${sql.join(
          actionsOf(null).map((action) => sql`${action}`),
          sql`, `,
        )})`,
    ),
  );
  const bodies = new Map<string, Set<string>>();
  for (const { id, body } of receiver.heard) bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
  expect(events.filter(({ message_id: id }) => id === null || !bodies.has(id))).toEqual([]);
  expect(new Set(events.map(({ audit_id: id }) => id)).size).toBe(events.length);
  expect(bodies.size).toBe(events.length);
  expect([...bodies.values()].filter(({ size }) => size > 1)).toEqual([]);
  const created = [...bodies.values()].flatMap((body) =>
    [...body].filter((text) => text.includes('"forwarder.created"')),
  );
  const told = new Set(created.map((text) => (JSON.parse(text) as { data: { target: string } }).data.target));
  expect(acknowledged.filter((address) => !told.has(address))).toEqual([]);
  expect(told.size).toBe(created.length);
  process.stdout.write(`${events.length} events, sent ${receiver.heard.length} times\n`);
  countTrials(task, events.length);
}, 900_000);
