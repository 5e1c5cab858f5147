import { expect, test } from 'vitest';
import { keepConnections } from './kept-connections.ts';

class Client {
  usable = true;
  ended = 0;
  readonly logout = async () => this.close();
  readonly close = () => {
    this.usable = false;
    this.ended += 1;
  };
}

function begin() {
  const opened: Client[] = [];
  const connections = keepConnections(async () => {
    const client = new Client();
    opened.push(client);
    return client;
  });
  return { opened, connections };
}

test('consecutive calls share a connection, and simultaneous ones never do [IMP-02]', async () => {
  const { opened, connections } = begin();
  for (let call = 0; call < 3; call += 1) await connections.lend('ann', async () => {});
  expect(opened).toHaveLength(1);
  const { promise: held, resolve } = Promise.withResolvers<void>();
  const slow = connections.lend('ann', () => held);
  await connections.lend('ann', async () => {});
  await connections.lend('bert', async () => {});
  expect(opened).toHaveLength(3);
  resolve();
  await slow;
  connections.close();
  expect(opened.map(({ ended }) => ended)).toEqual([1, 1, 1]);
});

test('a connection on which a call failed, or that has ended, is never lent again [IMP-04]', async () => {
  const { opened, connections } = begin();
  const failing = () => connections.lend('ann', () => Promise.reject(new Error('no answer')));
  await expect(failing()).rejects.toThrow('no answer');
  await connections.lend('ann', async () => {});
  opened[1]?.close();
  await connections.lend('ann', async () => {});
  expect(opened).toHaveLength(3);
  expect(opened[0]?.ended).toBe(1);
  connections.close();
});
