/**
 * Which text files are loaded together: one chunk per locale and group, so that a screen loads the texts it shows and no others.
 * A file that isn't named here belongs to `panel`.
 */
export const TEXT_GROUPS = {
  entry: ['app', 'errors', 'sign-in'],
  purchase: ['purchase'],
  passwords: ['passwords'],
  mailedLinks: ['mailed-links'],
  partnerLogin: ['auto-login', 'provision', 'widget-login'],
  home: ['home'],
  billing: ['billing', 'mobile-home'],
  domain: ['domain-connection', 'domain-instructions', 'domain-set-up'],
  dns: ['dkim', 'dns', 'domain-plan', 'email-reputation', 'missing-addresses'],
  bulk: ['bulk'],
  activity: ['activity'],
  aliases: ['aliases'],
  referral: ['referral'],
  staff: ['staff'],
  supportVisits: ['support-visits'],
  security: ['customer-data', 'security', 'sign-in-history', 'two-factor'],
  change: ['domain-change'],
  domains: ['domains'],
  import: ['mail-import'],
  upgrade: ['add-ons', 'upgrade'],
  apps: ['client-setup'],
  delivery: ['catch-all', 'forwarders', 'spam-filter'],
} as const;

export type TextGroup = keyof typeof TEXT_GROUPS | 'panel';

export const ALL_TEXT_GROUPS: readonly TextGroup[] = [
  'entry',
  'panel',
  'purchase',
  'passwords',
  'mailedLinks',
  'partnerLogin',
  'home',
  'domain',
  'dns',
  'bulk',
  'billing',
  'activity',
  'aliases',
  'referral',
  'staff',
  'supportVisits',
  'security',
  'change',
  'domains',
  'import',
  'upgrade',
  'apps',
  'delivery',
];

export function textGroupOf(feature: string): TextGroup {
  const named = Object.keys(TEXT_GROUPS) as (keyof typeof TEXT_GROUPS)[];
  return named.find((group) => (TEXT_GROUPS[group] as readonly string[]).includes(feature)) ?? 'panel';
}
