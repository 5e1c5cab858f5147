import type { Bundle } from '@postern/contract/session';

/**
 * How the switcher opens a domain. Spec 1 §4 treats 'a domain whose site order meets a certain condition' differently and doesn't
 * give the condition; here it is a domain with a site and no mail, which may lack the screen that is open.
 */
export function switchKind(bundle: Pick<Bundle, 'orders'> | undefined): 'usual' | 'site-order' {
  const types = bundle?.orders.map((order) => order.type) ?? [];
  return types.includes('Site') && !types.includes('MailSuite') ? 'site-order' : 'usual';
}
