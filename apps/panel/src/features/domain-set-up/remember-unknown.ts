import type { DomainConnectData } from '@postern/contract/domain-connection';
import { effectOfFailure } from '@postern/domain/domain-connection';

const DAY_SECONDS = 86_400;

/** Sets the cookie `domainConnectStatus=unknown` for a day, so that other pages of the installation know. Spec 2 §8, DNS check. */
export function rememberUnknown(failure: DomainConnectData['failure'] | 'no-answer'): void {
  const isUnknown = failure === 'no-answer' || (failure !== null && effectOfFailure(failure).isUnknown);
  const age = isUnknown ? DAY_SECONDS : 0;
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // oxlint-disable-next-line unicorn/no-document-cookie -- The Cookie Store API isn't in every browser that we serve.
  document.cookie = `domainConnectStatus=unknown; Max-Age=${age}; Path=/; SameSite=Lax${secure}`;
}
