import { mayImport } from '@postern/domain/mail-import';
import { type FeatureRule, isFeatureVisible, mayChangeBilling, type ProductType } from '@postern/domain/plans';
import type { Role } from '@postern/domain/sign-in';
import {
  BadgeCheck,
  CornerUpRight,
  CreditCard,
  Download,
  Globe,
  House,
  Inbox,
  Layers,
  ListTree,
  type LucideIcon,
  Shield,
  ShieldCheck,
  Smartphone,
  Users,
} from 'lucide-react';
import type { MessageKey } from '../../lib/i18n/message-key.ts';
import { PATHS } from '../../lib/paths.ts';
import { findRoute } from '../routes.ts';

export type NavItem = {
  path: string;
  label: MessageKey;
  icon: LucideIcon;
  /** Which plans see it, in addition to the products of its screen. Spec 1 §4. */
  rule?: FeatureRule;
  /** Only for roles that may change what is bought. */
  needsBilling?: boolean;
  /** Only where the panel sells more, not a partner on its own page. */
  needsSale?: boolean;
  /** Left out if the plan has this product too. */
  unless?: ProductType;
  /** Which roles see it; if left out, all that see the section. */
  isFor?: (role: Role) => boolean;
};
export type NavSection = { id: 'mail' | 'site' | 'domain' | 'billing'; label: MessageKey; items: readonly NavItem[] };
export type PlanState = Parameters<typeof isFeatureVisible>[1];

/** Spec 1 §2, App shell: sections Mail, Site, Domain, Billing, with the screens that exist. */
const SECTIONS: readonly NavSection[] = [
  {
    id: 'mail',
    label: 'shell.nav.mail',
    items: [
      { path: PATHS.mailboxes, label: 'shell.nav.mailboxes', icon: Users },
      { path: PATHS.forwarders, label: 'shell.nav.forwarders', icon: CornerUpRight },
      { path: PATHS.catchAll, label: 'shell.nav.catchAll', icon: Inbox },
      { path: PATHS.mailImport, label: 'shell.nav.mailImport', icon: Download, isFor: mayImport },
      { path: PATHS.spamFilter, label: 'shell.nav.spamFilter', icon: Shield },
      { path: PATHS.clientSetup, label: 'shell.nav.clientSetup', icon: Smartphone },
    ],
  },
  {
    id: 'domain',
    label: 'shell.nav.domain',
    items: [
      { path: PATHS.domainSetUp, label: 'shell.nav.domainSetUp', icon: Globe },
      { path: PATHS.siteDomain, label: 'shell.nav.siteDomain', icon: Globe },
      { path: PATHS.manageDns, label: 'shell.nav.manageDns', icon: ListTree },
      { path: PATHS.emailReputation, label: 'shell.nav.emailReputation', icon: BadgeCheck },
    ],
  },
  {
    id: 'billing',
    label: 'shell.nav.billing',
    items: [
      { path: PATHS.billing, label: 'shell.nav.plans', icon: Layers, needsBilling: true },
      {
        path: PATHS.siteBilling,
        label: 'shell.nav.plans',
        icon: Layers,
        needsBilling: true,
        unless: 'MailSuite',
      },
      { path: PATHS.subscription, label: 'shell.nav.subscription', icon: CreditCard, needsBilling: true },
    ],
  },
];

/** The menu of a mailbox without admin rights. Its home is at the address of the mailbox list. */
export const MEMBER_SECTION: NavSection = {
  id: 'mail',
  label: 'shell.nav.mail',
  items: [
    { path: PATHS.mailboxes, label: 'shell.nav.home', icon: House },
    { path: PATHS.mailImport, label: 'shell.nav.mailImport', icon: Download },
    { path: PATHS.clientSetup, label: 'shell.nav.clientSetup', icon: Smartphone },
    { path: PATHS.security, label: 'shell.nav.security', icon: ShieldCheck },
  ],
};

function isShown(item: NavItem, plan: PlanState, role: Role): boolean {
  const { path, rule, needsBilling = false, unless, isFor } = item;
  if (isFor?.(role) === false) return false;
  if (unless && plan.products.includes(unless)) return false;
  if (needsBilling && !mayChangeBilling(role)) return false;
  const route = findRoute(path);
  return (
    route !== undefined && isFeatureVisible({ ...(route.products && { products: route.products }), ...rule }, plan)
  );
}

/** The sections, with the screens for this plan and role. */
export const navSectionsFor = (
  plan: PlanState,
  role: Role,
  { sections = SECTIONS }: { sections?: readonly NavSection[] } = {},
): NavSection[] =>
  sections
    .map((section) => ({ ...section, items: section.items.filter((item) => isShown(item, plan, role)) }))
    .filter((section) => section.items.length > 0);
