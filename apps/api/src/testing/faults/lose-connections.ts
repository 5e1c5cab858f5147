import { setCatchAll } from '@postern/contract/catch-all';
import { createForwarder, listForwarders } from '@postern/contract/forwarders';
import { pollUntil } from '@postern/testkit/poll-until';
import { Client } from 'pg';
import { expect } from 'vitest';
import { aCustomerWithDomain, aMailbox } from '../builders.ts';
import type { TwoServers } from '../two-servers.ts';

const WRITERS = 6;

/** Ends all the servers' connections to the database, as a restart or failover does. */
async function endConnections(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ ended: number }>(
      `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name like 'postern%'`,
    );
    return rows[0]?.ended ?? 0;
  } finally {
    await client.end();
  }
}

/**
 * Ends the servers' database connections repeatedly during writes. Each call succeeds or is answered 503 with Retry-After; no process ends;
 * every acknowledged write is there at the end. Returns how many calls were answered 503.
 */
export async function loseConnections({ panel, servers, databaseUrl }: TwoServers, rounds: number): Promise<number> {
  const customer = await aCustomerWithDomain(panel);
  const { email } = await aMailbox(panel, customer, 'anna');
  const { token } = customer;
  const acknowledged: string[] = [];
  let away = 0;
  let isOver = false;
  const write = async (writer: number) => {
    for (let turn = 0; !isOver; turn++) {
      const address = `f-${writer}-${turn}@${customer.domain}`;
      const answer = await servers[turn % 2 === 0 ? 0 : 1].call(
        createForwarder,
        { email: address, recipients: [email] },
        { token },
      );
      if (answer.ok) acknowledged.push(address);
      else {
        expect(answer.code).toBe('SERVICE_UNAVAILABLE');
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        away += 1;
      }
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  const broken = Promise.all(writers).catch((error: unknown) => error);
  for (let round = 0; round < rounds; round++) {
    // Writes that are acknowledged, as refusals come quickly while there is no connection yet to end.
    const written = acknowledged.length + WRITERS;
    await Promise.race([
      broken,
      pollUntil(() => acknowledged.length >= written, {
        timeoutMs: 30_000,
        onTimeout: () => 'nothing is written any longer',
      }),
    ]);
    expect(await endConnections(databaseUrl)).toBeGreaterThan(0);
  }
  isOver = true;
  await Promise.all(writers);
  for (const server of servers) {
    const works = async () => (await server.call(setCatchAll, { email }, { token })).ok;
    await pollUntil(works, { timeoutMs: 10_000, onTimeout: () => `a server does not recover: ${server.output()}` });
    expect(server.output()).not.toContain('"status":500');
  }
  const { forwarders } = await panel.must(listForwarders, {}, { token });
  const there = new Set(forwarders.map((forwarder) => forwarder.email));
  expect(acknowledged.filter((address) => !there.has(address))).toEqual([]);
  return away;
}
