import { ROLES } from '@postern/domain/sign-in';
import { Users } from 'lucide-react';
import { expect, test } from 'vitest';
import { aCurrentPlan, anOrder } from '../../testing/samples.ts';
import { type NavSection, navSectionsFor } from './nav-sections.ts';
import { planState } from './use-active-plan.ts';

const order = anOrder();
const details = (changes: Partial<typeof order.planDetails>) => ({ ...order.planDetails, ...changes });
const paid = planState(aCurrentPlan());
const trial = planState(aCurrentPlan({ mailSuiteDetails: { ...order, planDetails: details({ isTrial: true }) } }));
const free = planState(aCurrentPlan({ mailSuiteDetails: { ...order, planDetails: details({ isPaid: false }) } }));
const siteOnly = planState(
  aCurrentPlan({ mailSuiteDetails: null, siteDetails: { ...order, product: 'Site', planDetails: details({}) } }),
);

const item = (label: NavSection['label'], rule: NonNullable<NavSection['items'][number]['rule']>) => ({
  path: '/email-accounts',
  label,
  icon: Users,
  rule,
});
const SECTIONS: NavSection[] = [
  {
    id: 'mail',
    label: 'shell.nav.mail',
    items: [
      item('app.title', { kinds: ['paid'] }),
      item('app.close', { kinds: ['trial', 'freeBeta'] }),
      item('app.loading', { planFeature: 'storage' }),
      item('app.offline', { planFeature: 'calendar' }),
    ],
  },
];
const shown = (plan: typeof paid) =>
  navSectionsFor(plan, 'domainAdmin', { sections: SECTIONS }).flatMap((section) =>
    section.items.map((each) => each.label),
  );

test('the kind and the features of a plan decide what is shown [SHL-12]', () => {
  expect(shown(paid)).toEqual(['app.title', 'app.loading']);
  expect(shown(trial)).toEqual(['app.close', 'app.loading']);
  expect(shown(free)).toEqual(['app.close', 'app.loading']);
});

test('a plan with email lists its screens [FWD-01, CAT-01, SPM-01, APP-01]', () => {
  const paths = navSectionsFor(paid, 'domainAdmin').flatMap((section) => section.items.map((each) => each.path));
  expect(paths).toEqual(
    expect.arrayContaining(['/internal-forward', '/catch-all-email', '/spam-filter-control', '/device-download']),
  );
});

test('a product that the plan lacks has no entries, and a section without entries no title [SHL-12]', () => {
  expect(navSectionsFor(paid, 'domainAdmin').map((section) => section.id)).toEqual(['mail', 'domain', 'billing']);
  expect(navSectionsFor(siteOnly, 'domainAdmin').map((section) => section.id)).toEqual(['domain', 'billing']);
  expect(navSectionsFor(planState(undefined), 'domainAdmin')).toEqual([]);
});

test('billing is listed for the roles that may change it, and for no other [SHL-05] [SHL-12]', () => {
  const sectionsOf = (role: Parameters<typeof navSectionsFor>[1]) => navSectionsFor(paid, role).map(({ id }) => id);
  expect(ROLES.filter((role) => sectionsOf(role).includes('billing'))).toEqual(['domainAdmin']);
});
