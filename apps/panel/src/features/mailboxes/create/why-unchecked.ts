import { ApiError } from '../../../lib/http/api-error.ts';

export type Unchecked = 'HostNotFound' | 'LookupTimeout' | 'NETWORK_ERROR' | 'DEFAULT';

/** Why nobody knows whether an address is available: the check itself failed. Spec 2 §8, availability errors. */
export function whyUnchecked(error: unknown): Unchecked {
  if (!(error instanceof ApiError)) return 'DEFAULT';
  if (error.kind === 'timeout') return 'LookupTimeout';
  if (error.kind === 'network') return 'NETWORK_ERROR';
  // The order that hosts the domain's mail has ended since the sign-in.
  return error.code === 'BUNDLE_NOT_FOUND' ? 'HostNotFound' : 'DEFAULT';
}
