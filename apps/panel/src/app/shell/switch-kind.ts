import type { Bundle } from '@postern/contract/session';

/**
 * How the switcher goes to a domain. Spec 1 §4 sends 'a domain whose site order meets a certain condition' another way and doesn't
 * show the condition; here it is a domain that has a site and no mail, for which the open screen may not exist.
 */
export function switchKind(bundle: Pick<Bundle, 'orders'> | undefined): 'usual' | 'site-order' {
  const types = bundle?.orders.map((order) => order.type) ?? [];
  return types.includes('Site') && !types.includes('MailSuite') ? 'site-order' : 'usual';
}
