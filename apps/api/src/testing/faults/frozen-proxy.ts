import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type FrozenProxy = {
  port: number;
  /** From now on it takes connections and everything that is sent, and says nothing, as a server that hangs does. */
  freeze: () => void;
  /** Ends what hung, and hands on again. */
  thaw: () => void;
  close: () => Promise<void>;
};

/** A port that hands everything on to another port of this machine, until it is frozen. */
export async function startFrozenProxy(target: number): Promise<FrozenProxy> {
  let isFrozen = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {}).on('close', () => sockets.delete(client));
    const behind = connect(target, '127.0.0.1');
    behind.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => behind.destroy());
    client.on('data', (chunk) => isFrozen || behind.write(chunk));
    behind.on('data', (chunk) => isFrozen || client.write(chunk));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
      endAll();
    },
    close: async () => {
      server.close();
      endAll();
      await once(server, 'close');
    },
  };
}
