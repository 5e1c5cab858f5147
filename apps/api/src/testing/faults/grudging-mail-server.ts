import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export type GrudgingMailServer = {
  port: number;
  /** Whether it answers 451 to every message, as a server does that has no room or no trust. */
  refuse: (isRefusing: boolean) => void;
  close: () => Promise<void>;
};

/** A mail server that takes every message, or none. */
export async function startGrudgingMailServer(): Promise<GrudgingMailServer> {
  let isRefusing = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    const say = (line: string) => socket.write(`${line}\r\n`);
    let isInMessage = false;
    say('220 mx.elsewhere.test');
    createInterface({ input: socket }).on('line', (line) => {
      if (isInMessage) {
        if (line !== '.') return;
        isInMessage = false;
        return void say('250 taken');
      }
      if (/^MAIL/i.test(line) && isRefusing) return void say('451 4.3.0 not now');
      if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n');
      isInMessage = /^DATA/i.test(line);
      say(isInMessage ? '354 go on' : '250 mx.elsewhere.test');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    refuse: (isWanted) => {
      isRefusing = isWanted;
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
