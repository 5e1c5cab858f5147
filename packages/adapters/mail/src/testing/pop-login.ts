import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/** What a POP3 server answers to a name and a password: '+OK …' or '-ERR …'. */
export async function popLogin(port: number, user: string, password: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  try {
    await next();
    socket.write(`USER ${user}\r\n`);
    await next();
    socket.write(`PASS ${password}\r\n`);
    return await next();
  } finally {
    socket.destroy();
  }
}
