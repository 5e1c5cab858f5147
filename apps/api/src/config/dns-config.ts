import { isIP } from 'node:net';
import { isEmailAddress, parseDomainName } from '@postern/domain/addresses';
import { parseTlsRpt } from '@postern/domain/mail-policies';
import { parseSpf } from '@postern/domain/spf';
import { hostOf, oneOf, portOf, refuseReserved, type Settings, textOf, urlOf } from './setting-values.ts';

/** A DNS server, by its address. */
type ServerAddress = { address: string; port: number };

export type DnsConfig = {
  /** The servers that checks of domains query; null: our own name server, else the machine's resolvers. */
  servers: ServerAddress[] | null;
  /** The name servers in our zones; none: we hold no zones. */
  nameServers: string[];
  /** The zone administrator's mailbox, written as a domain name. RFC 1035 §3.3.13. */
  contact: string;
  /** What serves the zones; null: another process of this installation does, or none. */
  backend:
    | { kind: 'embedded'; port: number; isPortGiven: boolean }
    | { kind: 'powerdns'; url: string; apiKey: string; transferKey: string | null; isSigned: boolean }
    | null;
  /** Where the name servers answer, if not at the addresses of their names. */
  nameServerAddresses: ServerAddress[] | null;
  /** How senders must treat our mail servers, for domains that publish it; null: no domain has a policy. */
  mtaSts: 'testing' | 'enforce' | null;
  /** The address for other servers' reports about TLS, for domains that publish it; null: none. */
  tlsReports: string | null;
  /** What a domain's records should point to. */
  targets: { mxHosts: string[]; spfText: string; siteA: string | null; siteCname: string | null };
};

export const DNS_SETTINGS = [
  'POSTERN_DNS_BACKEND',
  'POSTERN_DNS_PORT',
  'POSTERN_DNS_SERVERS',
  'POSTERN_NAME_SERVERS',
  'POSTERN_DNS_CONTACT',
  'POSTERN_POWERDNS_URL',
  'POSTERN_POWERDNS_KEY',
  'POSTERN_DNS_TRANSFER_KEY',
  'POSTERN_DNSSEC',
  'POSTERN_NAME_SERVER_ADDRESSES',
  'POSTERN_MX_HOSTS',
  'POSTERN_MTA_STS',
  'POSTERN_TLS_REPORTS',
  'POSTERN_SPF_INCLUDE',
  'POSTERN_SITE_A',
  'POSTERN_SITE_CNAME',
];

const EVALUATION_PORT = 5353;
const DNS_PORT = 53;

/** The defaults of an evaluation: names that never resolve on the internet, and an address reserved for documentation. */
const EVALUATION = {
  nameServers: 'ns1.postern.localhost,ns2.postern.localhost',
  mxHosts: 'mx1.postern.localhost,mx2.postern.localhost',
  spfInclude: 'spf.postern.localhost',
  siteA: '192.0.2.80',
  siteCname: 'sites.postern.localhost',
};

/** Reads all settings about the DNS of customers' domains. */
export function dnsOf(settings: Settings): DnsConfig {
  const isEvaluation = settings.mode === 'evaluation';
  const backend = backendOf(settings);
  const nameServers = hostsOf(settings, 'POSTERN_NAME_SERVERS', isEvaluation ? EVALUATION.nameServers : '');
  if (backend !== null && nameServers.length === 0)
    settings.refuse(
      'POSTERN_NAME_SERVERS must list the name servers of the zones, such as ns1.example.com,ns2.example.com.',
    );
  return {
    servers: serversOf(settings, 'POSTERN_DNS_SERVERS'),
    nameServers,
    contact: hostOf(settings, 'POSTERN_DNS_CONTACT', `hostmaster.${nameServers[0] ?? 'postern.localhost'}`),
    backend,
    nameServerAddresses: serversOf(settings, 'POSTERN_NAME_SERVER_ADDRESSES'),
    mtaSts: mtaStsOf(settings),
    tlsReports: tlsReportsOf(settings),
    targets: targetsOf(settings, isEvaluation),
  };
}

function backendOf(settings: Settings): DnsConfig['backend'] {
  const kind = oneOf(settings, 'POSTERN_DNS_BACKEND', ['embedded', 'powerdns'], 'embedded');
  if (kind === 'powerdns') {
    const needed = (name: string) => textOf(settings, name, 'POSTERN_DNS_BACKEND=powerdns');
    needed('POSTERN_POWERDNS_URL');
    const apiKey = needed('POSTERN_POWERDNS_KEY');
    const url = urlOf(settings, 'POSTERN_POWERDNS_URL', ['http:', 'https:']) ?? '';
    const isSigned = oneOf(settings, 'POSTERN_DNSSEC', ['on', 'off'], 'off') === 'on';
    return { kind, url, apiKey, transferKey: transferKeyOf(settings), isSigned };
  }
  if (settings.env['POSTERN_DNSSEC'] === 'on')
    settings.refuse('POSTERN_DNSSEC=on needs POSTERN_DNS_BACKEND=powerdns: the embedded name server does not sign.');
  if (settings.env['POSTERN_DNS_PORT'] === 'off') return null;
  const port = portOf(settings, 'POSTERN_DNS_PORT', settings.mode === 'evaluation' ? EVALUATION_PORT : null);
  return port === null ? null : { kind, port, isPortGiven: Boolean(settings.env['POSTERN_DNS_PORT']) };
}

function mtaStsOf(settings: Settings): DnsConfig['mtaSts'] {
  const mode = oneOf(settings, 'POSTERN_MTA_STS', ['off', 'testing', 'enforce'], 'off');
  return mode === 'off' ? null : mode;
}

/** `mailto:` and an address that needs no escaping there, so that the record is right for every domain. */
function tlsReportsOf(settings: Settings): string | null {
  const address = settings.env['POSTERN_TLS_REPORTS'];
  if (!address) return null;
  if (!isEmailAddress(address) || !parseTlsRpt(`v=TLSRPTv1; rua=mailto:${address}`).ok || /[%?]/.test(address))
    settings.refuse(
      `POSTERN_TLS_REPORTS must be an email address such as tls-reports@example.com; it is "${address}".`,
    );
  else refuseReserved(settings, 'POSTERN_TLS_REPORTS', address.slice(address.lastIndexOf('@') + 1));
  return address;
}

/** 16 bytes or more, in base64, as TSIG has it. */
function transferKeyOf(settings: Settings): string | null {
  const key = settings.env['POSTERN_DNS_TRANSFER_KEY'];
  if (!key) return null;
  const isBase64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(key);
  if (!isBase64 || Buffer.from(key, 'base64').length < 16)
    settings.refuse(
      'POSTERN_DNS_TRANSFER_KEY must be 16 bytes or more in base64; make one with: openssl rand -base64 32',
    );
  return key;
}

function targetsOf(settings: Settings, isEvaluation: boolean): DnsConfig['targets'] {
  const given = settings.env['POSTERN_MX_HOSTS'] || (isEvaluation ? EVALUATION.mxHosts : '');
  const mxHosts =
    given === ''
      ? [hostOf(settings, 'POSTERN_MAIL_HOSTNAME', 'mail.postern.localhost')]
      : listOf(settings, given, 'POSTERN_MX_HOSTS');
  return { mxHosts, spfText: spfTextOf(settings, isEvaluation), ...siteOf(settings, isEvaluation) };
}

/** By default, the servers that receive also send. */
function spfTextOf(settings: Settings, isEvaluation: boolean): string {
  const include = settings.env['POSTERN_SPF_INCLUDE'] || (isEvaluation ? EVALUATION.spfInclude : '');
  const text = include === '' ? 'v=spf1 mx ~all' : `v=spf1 include:${include} ~all`;
  if (!parseSpf(text).ok || include.includes(' '))
    settings.refuse(`POSTERN_SPF_INCLUDE must be a name such as _spf.example.com; it is "${include}".`);
  else refuseReserved(settings, 'POSTERN_SPF_INCLUDE', include);
  return text;
}

/** Both or none, as a site needs records at `@` and at `www`. */
function siteOf(settings: Settings, isEvaluation: boolean): Pick<DnsConfig['targets'], 'siteA' | 'siteCname'> {
  const siteA = settings.env['POSTERN_SITE_A'] || (isEvaluation ? EVALUATION.siteA : null);
  const hasCname = Boolean(settings.env['POSTERN_SITE_CNAME']) || isEvaluation;
  if (siteA !== null && isIP(siteA) !== 4) settings.refuse(`POSTERN_SITE_A must be an IPv4 address; it is "${siteA}".`);
  if ((siteA === null) === hasCname)
    settings.refuse('POSTERN_SITE_A and POSTERN_SITE_CNAME must both be set, or neither.');
  return { siteA, siteCname: hasCname ? hostOf(settings, 'POSTERN_SITE_CNAME', EVALUATION.siteCname) : null };
}

function hostsOf(settings: Settings, name: string, fallback: string): string[] {
  const text = settings.env[name] || fallback;
  return text === '' ? [] : listOf(settings, text, name);
}

function listOf(settings: Settings, text: string, name: string): string[] {
  return text.split(',').flatMap((word) => {
    const parsed = parseDomainName(word.trim());
    if (!parsed.ok) settings.refuse(`${name} must be host names, separated by commas; one is "${word.trim()}".`);
    else refuseReserved(settings, name, parsed.value);
    return parsed.ok ? [parsed.value] : [];
  });
}

/** A comma-separated list of `192.0.2.1`, `192.0.2.1:5300` or `[2001:db8::1]:5300`. */
function serversOf(
  settings: Settings,
  name: 'POSTERN_DNS_SERVERS' | 'POSTERN_NAME_SERVER_ADDRESSES',
): ServerAddress[] | null {
  const text = settings.env[name];
  if (!text) return null;
  return text.split(',').map((word) => {
    const [, inBrackets, plain = '', port] =
      /^(?:\[([^\]]+)\]|([^:]+|[0-9a-f:]*:[0-9a-f:]*:[0-9a-f:]*))(?::(\d{1,5}))?$/i.exec(word.trim()) ?? [];
    const address = inBrackets ?? plain;
    if (isIP(address) === 0 || Number(port ?? DNS_PORT) > 65_535)
      settings.refuse(`${name} must be addresses such as 192.0.2.53:53, separated by commas; one is "${word.trim()}".`);
    return { address, port: Number(port ?? DNS_PORT) };
  });
}
