import { SMTPServer } from 'smtp-server';
import type { Defer } from '../clean-ups.ts';

/** A mail server that takes every message and forgets it. Returns its URL. */
export async function startMailSink(defer: Defer): Promise<string> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => void stream.on('end', () => done()).resume(),
  });
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as { port: number }).port));
  });
  defer(() => new Promise<void>((resolve) => server.close(resolve)));
  return `smtp://127.0.0.1:${port}`;
}
