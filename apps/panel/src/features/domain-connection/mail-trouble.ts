import type { DomainConnectData } from '@postern/contract/domain-connection';

/**
 * What keeps mail from the domain: it isn't proven yet; its MX records lead elsewhere; or both, since its MX records moved away. Null if
 * nothing does, or if the domain has no mail here.
 */
export function mailTrouble({ mailState, mailSends }: Pick<DomainConnectData, 'mailState' | 'mailSends'>) {
  if (mailState === undefined || mailState === 'local') return null;
  if (mailState === 'waiting') return 'waiting';
  return mailSends === true ? 'elsewhere' : 'left';
}
