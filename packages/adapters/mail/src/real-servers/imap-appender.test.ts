import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addRealMailbox } from '../testing/real-mailbox.ts';
import { REAL_START_LIMIT_MS, type RealHarness, startRealHarness } from '../testing/start-real-harness.ts';
import { ImapAppender } from './imap-appender.ts';

let harness: RealHarness;
beforeAll(async () => {
  harness = await startRealHarness();
}, REAL_START_LIMIT_MS);
afterAll(() => harness.stop());

/** A proxy that reaches Dovecot from an address other than the client's own, as on two machines, and records the traffic. */
async function anotherMachine() {
  let crossed = '';
  const server = net.createServer((near) => {
    const far = net.connect(harness.stack.ports.imap, '127.0.0.1');
    near.on('data', (part: Buffer) => (crossed += part.toString('latin1')));
    for (const socket of [near, far]) socket.on('error', () => {});
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.2');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { place: { host: '127.0.0.2', port: (server.address() as AddressInfo).port }, crossed: () => crossed };
}

test('what goes to a Dovecot on another machine is encrypted: the key, the messages, and all of a large batch [IMP-02]', async () => {
  const { address } = await addRealMailbox(harness, 'far@appender.test');
  const config = readFileSync(path.join(harness.stack.dir, 'config/dovecot/dovecot.conf'), 'utf8');
  const key = /^doveadm_api_key = (.+)$/m.exec(config)?.[1] ?? '';
  const { place, crossed } = await anotherMachine();
  const appender = await ImapAppender.open(place, `${address}*postern-panel`, key);
  const raw = Buffer.from(`Subject: far\r\n\r\n${'a secret line\r\n'.repeat(10_000)}`);
  const message = [' () ', { data: raw }];
  expect(await appender.command('APPEND ', { data: 'INBOX' }, ...message, ...message)).toMatchObject({ status: 'OK' });
  const status = await appender.command('STATUS ', { data: 'INBOX' }, ' (MESSAGES)');
  expect(status.lines.join()).toContain('(MESSAGES 2)');
  await appender.logout();
  expect(appender.usable).toBe(false);
  expect(crossed()).toContain('STARTTLS');
  for (const secret of [key, 'a secret line', 'LOGIN']) expect(crossed()).not.toContain(secret);
});
