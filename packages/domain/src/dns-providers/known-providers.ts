import type { DnsProvider } from './dns-provider.ts';

/** The day on which pages without a date of their own were read. */
const LOOKED_AT = '2026-07-27';

/** Providers that document both their name servers and their form. Every entry has a source. */
const WITH_GUIDE: readonly DnsProvider[] = [
  {
    providerId: 'cloudflare',
    name: 'Cloudflare',
    nameServers: ['*.ns.cloudflare.com', '*.foundationdns.com', '*.foundationdns.net', '*.foundationdns.org'],
    guide: {
      clicks: ['DNS', 'Records', 'Add record'],
      fields: {
        host: 'Name',
        value: { A: 'IPv4 address', CNAME: 'Target', MX: 'Mail server', TXT: 'Content' },
        priority: 'Priority',
        ttl: 'TTL',
      },
      root: '@',
      rootOf: {},
      endsWithDot: false,
      helpAddress: 'https://developers.cloudflare.com/dns/manage-dns-records/how-to/create-dns-records/',
      source: {
        address: 'https://learn.microsoft.com/en-us/microsoft-365/admin/dns/create-dns-records-at-cloudflare',
        date: '2024-06-13',
      },
    },
    source: { address: 'https://developers.cloudflare.com/dns/nameservers/nameserver-options/', date: LOOKED_AT },
  },
  {
    providerId: 'godaddy',
    name: 'GoDaddy',
    nameServers: ['ns*.domaincontrol.com'],
    guide: {
      clicks: ['Domain Portfolio', 'DNS', 'Add New Record'],
      fields: {
        host: 'Name',
        value: { A: 'Value', CNAME: 'Value', MX: 'Value', TXT: 'Value' },
        priority: 'Priority',
        ttl: 'TTL',
      },
      root: '@',
      rootOf: {},
      endsWithDot: false,
      helpAddress: 'https://www.godaddy.com/help/manage-dns-records-680',
      source: { address: 'https://www.godaddy.com/help/add-a-txt-record-19232', date: LOOKED_AT },
    },
    source: {
      address: 'https://www.godaddy.com/resources/skills/how-to-check-dns-and-diagnose-common-issues',
      date: LOOKED_AT,
    },
  },
  {
    providerId: 'namecheap',
    name: 'Namecheap',
    nameServers: ['dns*.registrar-servers.com', 'dns*.namecheaphosting.com'],
    guide: {
      clicks: ['Domain List', 'Manage', 'Advanced DNS', 'Add New Record'],
      fields: { host: 'Host', value: { CNAME: 'Value', MX: 'Value', TXT: 'Value' }, priority: 'Priority', ttl: 'TTL' },
      root: '@',
      rootOf: {},
      endsWithDot: true,
      helpAddress:
        'https://www.namecheap.com/support/knowledgebase/article.aspx/322/2237/how-can-i-set-up-mx-records-required-for-mail-service',
      source: {
        address: 'https://learn.microsoft.com/en-us/microsoft-365/admin/dns/create-dns-records-at-namecheap',
        date: '2021-03-19',
      },
    },
    source: {
      address: 'https://www.namecheap.com/support/knowledgebase/article.aspx/767/10/how-to-change-dns-for-a-domain/',
      date: LOOKED_AT,
    },
  },
  {
    providerId: 'ionos',
    name: 'IONOS',
    // Only with a number: its sister companies use similar names.
    nameServers: ['de', 'com', 'org', 'biz'].map((suffix) => `ns#.ui-dns.${suffix}`),
    guide: {
      clicks: ['Domains & SSL', 'DNS', 'Add record'],
      fields: { host: 'Host name', value: { MX: 'Points to', TXT: 'Value' }, priority: 'Priority', ttl: 'TTL' },
      root: '@',
      rootOf: { TXT: '' },
      endsWithDot: false,
      helpAddress: null,
      source: {
        address: 'https://learn.microsoft.com/en-us/microsoft-365/admin/dns/create-dns-records-at-ionos-com',
        date: '2024-04-01',
      },
    },
    source: {
      address:
        'https://www.ionos.com/help/domains/general-information-about-dns-settings/default-dns-settings-for-11-ionos-domains/',
      date: LOOKED_AT,
    },
  },
  {
    providerId: 'ovhcloud',
    name: 'OVHcloud',
    nameServers: ['ns*.ovh.net', 'dns*.ovh.net', 'ns*.ovh.ca', 'dns*.ovh.ca', 'ns200.anycast.me', 'dns200.anycast.me'],
    guide: {
      clicks: ['Domain names', 'DNS Zone', 'Add record'],
      fields: { host: 'Domain', value: { MX: 'Target' }, priority: 'Priority', ttl: 'TTL' },
      root: '',
      rootOf: {},
      endsWithDot: true,
      helpAddress: null,
      source: {
        address: 'https://github.com/ovh/docs/blob/develop/pages/web_cloud/domains/dns_zone_mx/guide.en-gb.md',
        date: '2024-02-29',
      },
    },
    source: { address: 'https://docs.ovhcloud.com/en/guides/web-cloud/domains/dns-server-edit', date: LOOKED_AT },
  },
  {
    providerId: 'route53',
    name: 'Amazon Route 53',
    nameServers: ['com', 'net', 'org', 'co.uk'].map((suffix) => `ns-*.awsdns-*.${suffix}`),
    guide: {
      clicks: ['Hosted zones', 'Create record'],
      fields: {
        host: 'Record name',
        value: { A: 'Value', CNAME: 'Value', MX: 'Value', TXT: 'Value' },
        priority: null,
        ttl: 'TTL (Seconds)',
      },
      root: '',
      rootOf: {},
      endsWithDot: true,
      helpAddress: 'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/resource-record-sets-creating.html',
      source: {
        address: 'https://learn.microsoft.com/en-us/microsoft-365/admin/dns/create-dns-records-at-aws',
        date: '2024-08-12',
      },
    },
    source: {
      address: 'https://docs.aws.amazon.com/Route53/latest/APIReference/API_GetHostedZone.html',
      date: LOOKED_AT,
    },
  },
];

/** Only their name servers are known. */
const WITHOUT_GUIDE: readonly [providerId: string, name: string, nameServers: readonly string[], address: string][] = [
  [
    'azure',
    'Azure DNS',
    ['ns*.azure-dns.com', 'ns*.azure-dns.net', 'ns*.azure-dns.org', 'ns*.azure-dns.info'],
    'https://learn.microsoft.com/en-us/azure/dns/dns-delegate-domain-azure-dns',
  ],
  [
    'digitalocean',
    'DigitalOcean',
    ['ns*.digitalocean.com'],
    'https://docs.digitalocean.com/products/networking/dns/getting-started/dns-registrars/',
  ],
  [
    'gandi',
    'Gandi',
    ['ns-*.gandi.net'],
    'https://docs.gandi.net/en/domain_names/advanced_users/vanity_nameservers.html',
  ],
  [
    'google-cloud',
    'Google Cloud DNS',
    ['ns-cloud-*.googledomains.com'],
    'https://cloud.google.com/dns/docs/update-name-servers',
  ],
  [
    'hetzner',
    'Hetzner',
    [
      'hydrogen.ns.hetzner.com',
      'oxygen.ns.hetzner.com',
      'helium.ns.hetzner.de',
      'ns1.first-ns.de',
      'robotns*.second-ns.*',
    ],
    'https://docs.hetzner.com/dns-console/dns/general/authoritative-name-servers/',
  ],
  [
    'hostinger',
    'Hostinger',
    ['*.dns-parking.com'],
    'https://www.hostinger.com/support/how-to-fix-dns-issue-at-hostinger/',
  ],
  [
    'linode',
    'Linode (Akamai)',
    ['ns*.linode.com'],
    'https://techdocs.akamai.com/cloud-computing/docs/configure-your-domains-authoritative-name-servers',
  ],
  [
    'one-com',
    'one.com',
    ['ns01.one.com', 'ns02.one.com'],
    'https://help.one.com/hc/en-us/articles/360000841638-How-do-I-change-the-name-servers',
  ],
  [
    'porkbun',
    'Porkbun',
    ['*.ns.porkbun.com'],
    'https://kb.porkbun.com/article/63-how-to-switch-to-porkbuns-nameservers',
  ],
  [
    'squarespace',
    'Squarespace',
    ['*.squarespacedns.com', '*.systemdns.com'],
    'https://support.squarespace.com/hc/en-us/articles/4404183898125-Making-changes-to-nameservers',
  ],
  ['vercel', 'Vercel', ['ns*.vercel-dns.com'], 'https://vercel.com/docs/domains/working-with-nameservers'],
  ['wix', 'Wix', ['ns*.wixdns.net'], 'https://support.wix.com/en/article/connecting-a-domain-to-the-wix-name-servers'],
];

/** Every provider that can be recognized by its name servers. */
export const KNOWN_PROVIDERS: readonly DnsProvider[] = [
  ...WITH_GUIDE,
  ...WITHOUT_GUIDE.map(([providerId, name, nameServers, address]) => ({
    ...{ providerId, name, nameServers, guide: null },
    source: { address, date: LOOKED_AT },
  })),
];
