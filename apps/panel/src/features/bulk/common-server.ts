import { IMAP_PORT, IMAPS_PORT, parseMailServer } from '@postern/domain/mail-import';
import type { Text } from '../../lib/i18n/texts.ts';
import type { BulkInput } from './queries.ts';

/** The server for rows that don't name their own. */
export type TypedServer = { host: string; port: string };

const portOf = ({ port }: TypedServer): number =>
  port.trim() === '' ? IMAPS_PORT : /^\s*\d{1,5}\s*$/.test(port) ? Number(port) : 0;
const isSsl = (port: number): boolean => port !== IMAP_PORT;

const parse = (typed: TypedServer) => {
  const port = portOf(typed);
  return parseMailServer({ host: typed.host, port, ssl: isSsl(port), allowedPorts: [port] });
};

/** The fault of the server, if any. The server may be left out: then it comes from each row or its provider. */
export function checkServer(typed: TypedServer, t: Text): { host?: string | null; port?: string | null } {
  if (typed.host.trim() === '') return {};
  const server = parse(typed);
  if (server.ok) return {};
  return server.code === 'PORT_INVALID'
    ? { port: t('bulk.problem.PORT_INVALID') }
    : { host: t('bulk.problem.HOST_INVALID') };
}

export function serverInput(typed: TypedServer): Pick<BulkInput, 'importServer'> {
  if (typed.host.trim() === '') return {};
  const server = parse(typed);
  return server.ok ? { importServer: { ...server.value, ssl: isSsl(server.value.port) } } : {};
}
