import type { Mailer } from '@postern/adapter-mailer/port';

/** A mailer that is loaded for its first message or check, as composing mail needs much code that is rarely used. */
export function mailerOnDemand(load: () => Promise<Mailer>): Mailer {
  let loading: Promise<Mailer> | undefined;
  const loaded = () => (loading ??= load());
  return {
    send: async (message) => (await loaded()).send(message),
    check: async () => (await loaded()).check(),
    close: async () => (await loading)?.close(),
  };
}
