import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as encrypt, type ConnectionOptions } from 'node:tls';

/** What a mail server on this machine agrees to after STARTTLS: the cipher's name, or null if it refuses all that are offered. */
export async function startTls(port: number, offer: ConnectionOptions): Promise<string | null> {
  const socket = connect(port, '127.0.0.1');
  for (const say of ['', 'EHLO client.test\r\n', 'STARTTLS\r\n']) {
    socket.write(say);
    await once(socket, 'data');
  }
  const secured = encrypt({ socket, rejectUnauthorized: false, ...offer });
  try {
    await once(secured, 'secureConnect');
    return secured.getCipher().name;
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}
