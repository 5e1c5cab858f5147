import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, test } from 'vitest';
import { aMessage, mailerConformance } from './conformance.ts';
import { smtpMailer } from './smtp.ts';

interface TestServer {
  port: number;
  messages: string[];
  connections: number;
  close(): Promise<void>;
}

/** A real SMTP server that keeps the messages it receives; `options` replaces its hooks. */
async function startServer(options: SMTPServerOptions = {}): Promise<TestServer> {
  const state = { messages: [] as string[], connections: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect(_session, callback) {
      state.connections += 1;
      callback();
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        state.messages.push(Buffer.concat(chunks).toString('latin1'));
        callback();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

mailerConformance('SMTP', async () => {
  const server = await startServer();
  const mailer = smtpMailer({ url: `smtp://127.0.0.1:${server.port}`, timeoutMillis: 2000 });
  let open = true;
  const closeServer = async () => {
    if (open) await server.close();
    open = false;
  };
  return {
    mailer,
    arrived: async () => server.messages,
    break: closeServer,
    async close() {
      await mailer.close();
      await closeServer();
    },
  };
});

function smtpError(responseCode: number): Error {
  return Object.assign(new Error('no'), { responseCode });
}

describe('SMTP', () => {
  test('many messages share a few connections', async () => {
    const server = await startServer();
    const mailer = smtpMailer({ url: `smtp://127.0.0.1:${server.port}` });
    const ids = Array.from({ length: 40 }, (_, index) => `msg-${index}`);
    await Promise.all(ids.map((messageId) => mailer.send(aMessage({ messageId }))));
    expect(server.messages).toHaveLength(40);
    expect(server.connections).toBeLessThanOrEqual(5);
    await mailer.close();
    await server.close();
  });

  test.for([
    [550, 'refused'],
    [451, 'unavailable'],
  ] as const)('a recipient answered with %i is %s', async ([responseCode, kind]) => {
    const server = await startServer({ onRcptTo: (_address, _session, callback) => callback(smtpError(responseCode)) });
    const mailer = smtpMailer({ url: `smtp://127.0.0.1:${server.port}` });
    await expect(mailer.send(aMessage())).rejects.toMatchObject({ kind, code: `smtp_${responseCode}` });
    await mailer.close();
    await server.close();
  });

  test.for([
    [554, 'refused'],
    [452, 'unavailable'],
  ] as const)('content answered with %i is %s', async ([responseCode, kind]) => {
    const server = await startServer({
      onData(stream, _session, callback) {
        stream.on('end', () => callback(smtpError(responseCode))).resume();
      },
    });
    const mailer = smtpMailer({ url: `smtp://127.0.0.1:${server.port}` });
    await expect(mailer.send(aMessage())).rejects.toMatchObject({ kind, code: `smtp_${responseCode}` });
    await mailer.close();
    await server.close();
  });

  test('a password is used; a wrong one makes the mailer unavailable, and no error or check repeats it', async () => {
    const server = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (auth, _session, callback) =>
        auth.username === 'us er' && auth.password === 'p:w@d' ? callback(null, { user: 1 }) : callback(smtpError(535)),
    });
    const at = (password: string) =>
      smtpMailer({ url: `smtp://us%20er:${encodeURIComponent(password)}@127.0.0.1:${server.port}` });
    const [right, wrong] = [at('p:w@d'), at('hunter2')];
    await right.send(aMessage());
    const error = await wrong.send(aMessage()).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ kind: 'unavailable' });
    const check = await wrong.check();
    expect(check.ok).toBe(false);
    const secrets = [
      'hunter2',
      Buffer.from('hunter2').toString('base64'),
      Buffer.from('\0us er\0hunter2').toString('base64'),
    ];
    for (const secret of secrets) expect(inspect([error, check], { depth: 9 })).not.toContain(secret);
    expect(server.messages).toHaveLength(1);
    await Promise.all([right.close(), wrong.close()]);
    await server.close();
  });

  test('a password is never sent unencrypted to another machine, nor to one with an untrusted certificate', async () => {
    const passwords: unknown[] = [];
    const options: SMTPServerOptions = {
      allowInsecureAuth: true,
      onAuth: (auth, _session, callback) => {
        passwords.push(auth.password);
        callback(null, { user: 1 });
      },
    };
    const [open, selfSigned] = [await startServer(options), await startServer({ ...options, secure: true })];
    // 0.0.0.0 leads to this machine too, but doesn't count as it.
    for (const url of [`smtp://u:p@0.0.0.0:${open.port}`, `smtps://u:p@127.0.0.1:${selfSigned.port}`]) {
      const mailer = smtpMailer({ url });
      await expect(mailer.send(aMessage())).rejects.toMatchObject({ kind: 'unavailable' });
      await mailer.close();
    }
    expect(passwords).toEqual([]);
    await Promise.all([open.close(), selfSigned.close()]);
  });

  test('a server that never answers costs no more than the time-out', async () => {
    const sockets: Socket[] = [];
    const mute = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const mailer = smtpMailer({ url: `smtp://127.0.0.1:${(mute.address() as AddressInfo).port}`, timeoutMillis: 200 });
    const began = Date.now();
    await expect(mailer.send(aMessage())).rejects.toMatchObject({ kind: 'unavailable' });
    expect(Date.now() - began).toBeLessThan(5000);
    await mailer.close();
    for (const socket of sockets) socket.destroy();
    mute.close();
  });

  test('a connection that breaks after the content leaves the outcome unknown and sends nothing again', async () => {
    let contents = 0;
    const sockets = new Set<Socket>();
    const server = await startServer({
      onData(stream) {
        stream.on('end', () => {
          contents += 1;
          for (const socket of sockets) socket.destroy();
        });
        stream.resume();
      },
    });
    // A relay in between, which the test can cut.
    const relay = createServer((client) => {
      const upstream = connect(server.port, '127.0.0.1');
      for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}));
      client.pipe(upstream).pipe(client);
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const mailer = smtpMailer({
      url: `smtp://127.0.0.1:${(relay.address() as AddressInfo).port}`,
      timeoutMillis: 2000,
    });
    await expect(mailer.send(aMessage())).rejects.toMatchObject({ kind: 'unavailable' });
    expect(contents).toBe(1);
    await mailer.close();
    relay.close();
    await server.close();
  });

  test.for(['', 'localhost:25', 'http://mail.test', 'smtp://', 'mailto:a@b.test'])(
    'a URL that is not a mail server fails with one plain sentence: %j',
    (url) => {
      expect(() => smtpMailer({ url })).toThrow('the mailer address must look like smtp://');
    },
  );
});
