import type { RegistrableDomain } from '@postern/domain/domain-connection';
import { parse } from 'tldts';

/**
 * The part of a name that somebody can register, by the public suffix list that the library brings. Names under a private suffix, such as
 * `shop.github.io`, are shared out by a company. A suffix that the list doesn't know counts as one label.
 */
export const registrableDomain: RegistrableDomain = (name) => {
  const { domain, isPrivate } = parse(name, {
    allowPrivateDomains: true,
    validateHostname: false,
    extractHostname: false,
  });
  return { domain, isShared: isPrivate === true };
};
