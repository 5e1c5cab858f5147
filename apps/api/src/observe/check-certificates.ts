import { once } from 'node:events';

/** A certificate is renewed a month before it ends, so two weeks mean that its renewal fails. */
const SOON_DAYS = 14;
const DAY_MILLIS = 86_400_000;
const WAIT_MILLIS = 3_000;

export type TlsServer = { host: string; port: number };
/** A server that people connect to with TLS, and what it is to them. */
export type NamedTlsServer = TlsServer & { name: 'panel' | 'imap' | 'pop' | 'smtp' };
/** A server and when its certificate ends, in Unix milliseconds; or why that can't be told. */
export type SeenCertificate<S extends TlsServer> = { server: S; endsMillis: number } | { server: S; problem: string };

/** The certificates that these servers show to anyone who connects. */
export const readCertificates = <S extends TlsServer>(servers: readonly S[]): Promise<SeenCertificate<S>[]> =>
  Promise.all(servers.map(readCertificate));

/** Whether these servers show certificates that last. Names the first problem. */
export async function checkCertificates(
  servers: readonly TlsServer[],
  nowMillis: number,
): Promise<{ ok: boolean; detail: string }> {
  const seen = await readCertificates(servers);
  const worst = [...seen].sort((one, other) => rank(one) - rank(other))[0];
  if (worst === undefined) return { ok: true, detail: 'none to check' };
  const name = `${worst.server.host}:${worst.server.port}`;
  if ('problem' in worst) return { ok: false, detail: `${name}: ${worst.problem}` };
  const days = Math.floor((worst.endsMillis - nowMillis) / DAY_MILLIS);
  return { ok: days >= SOON_DAYS, detail: `the first to end is ${name}, in ${days} days` };
}

const rank = (seen: SeenCertificate<TlsServer>) => ('problem' in seen ? Number.NEGATIVE_INFINITY : seen.endsMillis);

/** Whether the certificate is trusted isn't asked: a mail program says that loudly. */
async function readCertificate<S extends TlsServer>(server: S): Promise<SeenCertificate<S>> {
  const { connect } = await import('node:tls');
  const { host, port } = server;
  const socket = connect({ host, port, servername: host, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(WAIT_MILLIS) });
    return { server, endsMillis: Date.parse(socket.getPeerCertificate().valid_to) };
  } catch (error) {
    const { code, name } = error as { code?: string; name: string };
    return { server, problem: name === 'AbortError' ? 'no answer' : `can't connect (${code ?? name})` };
  } finally {
    socket.destroy();
  }
}
