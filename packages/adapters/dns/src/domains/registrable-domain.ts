import type { RegistrableDomain } from '@postern/domain/domain-connection';
import { parse } from 'tldts';

/**
 * The part of a name that can be registered, by the public suffix list in the library. Names under a private suffix, such as
 * `shop.github.io`, are given out by a company and count too. A suffix that isn't on the list counts as one label.
 */
export const registrableDomain: RegistrableDomain = (name) => {
  const { domain, isPrivate } = parse(name, {
    allowPrivateDomains: true,
    validateHostname: false,
    extractHostname: false,
  });
  return { domain, isShared: isPrivate === true };
};
