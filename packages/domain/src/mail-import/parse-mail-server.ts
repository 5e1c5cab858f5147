import { parseDomainName, trimSpaces } from '../addresses/index.ts';
import { parseIpv4, parseIpv6 } from '../ip-addresses/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';

/** The port of IMAP that is encrypted from the start, and the one that asks for it (RFC 8314 §3.2, RFC 3501). */
export const IMAPS_PORT = 993;
export const IMAP_PORT = 143;

/** A mail server to copy from: a name in ASCII or an IP address, and a port. */
export type MailServer = { host: string; port: number };

export type MailServerRefusal =
  | Refusal<'HOST_REQUIRED', Record<never, never>>
  | Refusal<'HOST_INVALID', Record<never, never>>
  | Refusal<'PORT_INVALID', Record<never, never>>
  | Refusal<'PORTS_DIFFER', { hostPort: number; port: number }>
  | Refusal<'PORT_NOT_ALLOWED', { port: number; allowed: readonly number[] }>;

type Typed = {
  host: string;
  /** As typed in its own field; null if that is empty. */
  port: number | null;
  /** Whether the connection is encrypted from the start. */
  ssl: boolean;
  allowedPorts?: readonly number[];
};

/**
 * The server that a person typed. A port may follow the host (`mail.example.com:993`), as in the specification's pattern: a host or IP
 * address with an optional port of up to five digits (Spec 2 §9). Without any port it is the usual one. Numbers that only some programs
 * read as an IP address (`2130706433`, `0177.0.0.1`) are no hosts.
 */
export function parseMailServer(typed: Typed): Outcome<MailServer, MailServerRefusal> {
  const { ssl, allowedPorts = [IMAP_PORT, IMAPS_PORT] } = typed;
  const text = trimSpaces(typed.host);
  if (text === '') return refused('HOST_REQUIRED', {});
  const parts = splitPort(text);
  const host = parts && readHost(parts.host);
  if (!host) return refused('HOST_INVALID', {});
  const hostPort = parts.port;
  const port = typed.port ?? hostPort ?? (ssl ? IMAPS_PORT : IMAP_PORT);
  if (hostPort !== null && hostPort !== port) return refused('PORTS_DIFFER', { hostPort, port });
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return refused('PORT_INVALID', {});
  if (!allowedPorts.includes(port)) return refused('PORT_NOT_ALLOWED', { port, allowed: allowedPorts });
  return accepted({ host, port });
}

/** The host without a port that was typed after it, and that port. An IPv6 address with a port is in brackets (RFC 3986 §3.2.2). */
function splitPort(text: string): { host: string; port: number | null } | null {
  if (text.length > 1_100) return null;
  const bracketed = /^\[([^[\]]+)\](?::(\d{1,5}))?$/.exec(text);
  if (bracketed) return parseIpv6(bracketed[1] ?? '') === null ? null : toParts(bracketed[1], bracketed[2]);
  if (parseIpv6(text) !== null) return { host: text, port: null };
  const plain = /^([^:]+)(?::(\d{1,5}))?$/.exec(text);
  return plain && toParts(plain[1], plain[2]);
}

const toParts = (host = '', port?: string) => ({ host, port: port === undefined ? null : Number(port) });

function readHost(text: string): string | null {
  const ip = parseIpv4(text) ?? parseIpv6(text);
  if (ip !== null) return ip;
  const name = parseDomainName(text);
  return name.ok ? name.value : null;
}
