import { setTimeout as pause } from 'node:timers/promises';
import { startSmallDisk } from '@postern/testkit/small-disk';
import { expect } from 'vitest';
import { aCustomerWithDomain, aMailbox, type Panel } from '../builders.ts';
import { runCli, startServer } from '../start-server.ts';
import { keepWriting } from './keep-writing.ts';

/** The embedded database and all else that the server keeps. */
const DISK_MEGABYTES = 200;

/**
 * Fills the disk of a server on the embedded database repeatedly under writes. Each call succeeds or is answered 507 or 503, nothing
 * acknowledged is lost, also after a restart, and it serves again once there is room. Returns how many calls were refused.
 */
export async function fillEmbeddedServer(rounds: number, millis: number): Promise<number> {
  const disk = await startSmallDisk(DISK_MEGABYTES);
  const wish = { dataDir: disk.folder, words: disk.words };
  let server = await startServer(wish);
  let refused = 0;
  try {
    const create = ['partner', 'create', '--id', '905', '--name', 'Full', '--brand', 'general'];
    const partner = await runCli<Panel['partner']>(wish, ...create);
    for (let round = 0; round < rounds; round += 1) {
      const panel = { ...server, partner, clock: { now: () => new Date() } };
      const customer = await aCustomerWithDomain(panel);
      const { email } = await aMailbox(panel, customer, 'anna');
      const writer = keepWriting([server], { token: customer.token, domain: customer.domain, email });
      await writer.goesOnAfter(performance.now());
      disk.fill();
      await Promise.race([writer.broken, pause(millis)]);
      disk.free();
      await writer.goesOnAfter(performance.now());
      await writer.stop();
      for (const count of writer.refused().values()) refused += count;
      await server.end(round % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
      server = await startServer(wish);
      await writer.checkAt(server);
    }
    expect(server.output()).not.toContain('"status":500');
  } finally {
    await server.end('SIGTERM');
    await disk.stop();
  }
  return refused;
}
