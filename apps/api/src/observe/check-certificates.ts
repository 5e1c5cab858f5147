import { once } from 'node:events';

/** A certificate is renewed a month before it ends, so two weeks mean that its renewal fails. */
const SOON_DAYS = 14;
const DAY_MILLIS = 86_400_000;
const WAIT_MILLIS = 3_000;

export type TlsServer = { host: string; port: number };

/** Whether these servers show certificates that last, as anybody who connects to them sees it. Names the first problem. */
export async function checkCertificates(
  servers: readonly TlsServer[],
  nowMillis: number,
): Promise<{ ok: boolean; detail: string }> {
  const days = await Promise.all(servers.map((server) => daysLeft(server, nowMillis)));
  const worst = [...days].sort((one, other) => rank(one) - rank(other))[0];
  const place = days.indexOf(worst ?? 0);
  const name = `${servers[place]?.host}:${servers[place]?.port}`;
  if (typeof worst === 'string') return { ok: false, detail: `${name}: ${worst}` };
  if (worst === undefined) return { ok: true, detail: 'none to check' };
  return { ok: worst >= SOON_DAYS, detail: `the first to end is ${name}, in ${worst} days` };
}

const rank = (days: number | string) => (typeof days === 'string' ? Number.NEGATIVE_INFINITY : days);

/** Days until the certificate ends, or why it can't be told. Whether it is trusted isn't asked: a mail program says that loudly. */
async function daysLeft({ host, port }: TlsServer, nowMillis: number): Promise<number | string> {
  const { connect } = await import('node:tls');
  const socket = connect({ host, port, servername: host, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(WAIT_MILLIS) });
    return Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - nowMillis) / DAY_MILLIS);
  } catch (error) {
    const { code, name } = error as { code?: string; name: string };
    return name === 'AbortError' ? 'no answer' : `can't connect (${code ?? name})`;
  } finally {
    socket.destroy();
  }
}
