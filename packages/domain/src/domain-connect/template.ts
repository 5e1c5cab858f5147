import { OWNERSHIP_TTL_SECONDS, TTL_DEFAULT_SECONDS } from '../dns/index.ts';
import type { ConnectionTargets, ExpectedRecord } from '../domain-connection/index.ts';

const OWNERSHIP_PREFIX = 'postern-verification=';

/** The version of the template's records: a provider with an older one would refuse what we fill in. §6.1. */
export const TEMPLATE_VERSION = 2;

/** What DNS providers know the operator by. The public key is published under `keyDomain`. */
export type ConnectIdentity = { providerId: string; serviceId: string; keyDomain: string };

type Targets = Omit<ConnectionTargets, 'ownershipText'>;
type TemplateRecord = Record<string, string | number>;

/**
 * The template that the operator sends to DNS providers. Only the ownership token and the signing key vary, so that a forged request
 * couldn't point a domain anywhere else. draft-ietf-dconn-domainconnect §6.
 */
export function domainConnectTemplate(
  { providerId, serviceId, keyDomain }: ConnectIdentity,
  names: { providerName: string; serviceName: string; panelHost: string },
  { mxHosts, spfText, siteA, siteCname }: Targets,
) {
  const records: TemplateRecord[] = [
    {
      ...{
        groupId: 'ownership',
        type: 'TXT',
        host: '@',
        data: `${OWNERSHIP_PREFIX}%ownership%`,
        ttl: OWNERSHIP_TTL_SECONDS,
      },
      ...{ txtConflictMatchingMode: 'Prefix', txtConflictMatchingPrefix: OWNERSHIP_PREFIX },
    },
    ...mxHosts.map((pointsTo, place) => ({
      ...{ groupId: 'mail', type: 'MX', host: '@', pointsTo, priority: 10 * (place + 1), ttl: TTL_DEFAULT_SECONDS },
    })),
    { groupId: 'mail', type: 'SPFM', host: '@', spfRules: spfRules(spfText) },
    {
      ...{ groupId: 'dkim', type: 'TXT', host: '%selector%._domainkey', ttl: TTL_DEFAULT_SECONDS },
      ...{ data: 'v=DKIM1; k=%keytype%; p=%publickey%' },
      ...{ txtConflictMatchingMode: 'All' },
    },
    {
      ...{ groupId: 'ed25519', type: 'TXT', host: '%selector%-ed25519._domainkey', ttl: TTL_DEFAULT_SECONDS },
      ...{ data: 'v=DKIM1; k=ed25519; p=%ed25519key%' },
      ...{ txtConflictMatchingMode: 'All' },
    },
    ...(siteA === null ? [] : [{ groupId: 'site', type: 'A', host: '@', pointsTo: siteA, ttl: TTL_DEFAULT_SECONDS }]),
    ...(siteCname === null
      ? []
      : [{ groupId: 'site', type: 'CNAME', host: 'www', pointsTo: siteCname, ttl: TTL_DEFAULT_SECONDS }]),
  ];
  const { providerName, serviceName, panelHost } = names;
  return {
    ...{ providerId, providerName, serviceId, serviceName, version: TEMPLATE_VERSION, templateSpecVersion: 1 },
    variableDescription:
      'ownership: who the domain belongs to; selector, keytype, publickey, ed25519key: the signing key of its mail',
    ...{ syncPubKeyDomain: keyDomain, syncRedirectDomain: panelHost, records },
  };
}

/** Without version and `all`, which providers keep themselves. */
const spfRules = (text: string): string =>
  text
    .split(' ')
    .filter((term) => term !== '' && !/^v=spf1$/i.test(term) && !/^[-~?+]?all$/i.test(term))
    .join(' ');

/** What fills in the template for a domain's records. Groups that aren't needed are left out. */
export function templateValues(records: readonly ExpectedRecord[]): Record<string, string> {
  const of = (purpose: ExpectedRecord['purpose']) => records.find((each) => each.purpose === purpose);
  const word = of('ownership')?.value.slice(OWNERSHIP_PREFIX.length);
  const key = keyIn(of('dkim'));
  const second = records
    .map(keyIn)
    .find((each) => key && each?.selector === `${key.selector}-ed25519` && each.keytype === 'ed25519');
  const groups = [word && 'ownership', of('mx') && 'mail', key && 'dkim', second && 'ed25519', of('a') && 'site'];
  return {
    groupId: groups.filter(Boolean).join(','),
    ...(word === undefined ? {} : { ownership: word }),
    ...key,
    ...(second ? { ed25519key: second.publickey } : {}),
  };
}

type SigningKey = { selector: string; keytype: string; publickey: string };

function keyIn(record: ExpectedRecord | undefined): SigningKey | null {
  const [, selector] = /^(.+)\._domainkey$/.exec(record?.host ?? '') ?? [];
  const [, keytype, publickey] = /^v=DKIM1; ?k=(\w+); ?p=([A-Za-z0-9+/=]+)$/.exec(record?.value ?? '') ?? [];
  return selector === undefined || keytype === undefined || publickey === undefined
    ? null
    : { selector, keytype, publickey };
}
