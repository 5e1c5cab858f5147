import {
  askDespitePartner,
  disableTotp,
  enableTotp,
  readTotp,
  renewRecoveryCodes,
  startTotp,
} from '@postern/contract/two-factor';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** The visitor's address, and the domain whose mailbox list shows who has a second factor. */
export type Login = { email: string; bundleId: string };
/** A proof of the second factor. */
export type Proof = { code: string } | { recoveryCode: string };

/** Whether the visitor's sign-in asks for a code. Spec 2 §6. */
export const totpQuery = (email: string) =>
  queryOptions({
    queryKey: queryKeys.totp(email),
    queryFn: async ({ signal }) => await call(readTotp, {}, { signal }),
  });

/** A new secret, which isn't required at the sign-in yet. */
export const startTotpMutation = () => mutationOptions({ mutationFn: async () => await call(startTotp, {}) });

export const enableTotpMutation = (login: Login) =>
  mutationOptions({
    mutationFn: async (code: string) => await call(enableTotp, { code }),
    onSuccess: () => showChange(login),
  });

export const disableTotpMutation = (login: Login) =>
  mutationOptions({
    mutationFn: async (proof: Proof) => await call(disableTotp, proof),
    onSuccess: () => showChange(login),
  });

export const renewRecoveryCodesMutation = (login: Login) =>
  mutationOptions({
    mutationFn: async (code: string) => await call(renewRecoveryCodes, { code }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.totp(login.email) }),
  });

/** Whether a code is needed even when the partner vouches for the visitor. */
export const askDespitePartnerMutation = (login: Login) =>
  mutationOptions({
    mutationFn: async (ask: boolean) => await call(askDespitePartner, { ask }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.totp(login.email) }),
  });

/** Refreshes the mailbox list too, which shows who has a second factor. */
async function showChange({ email, bundleId }: Login): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: queryKeys.mailboxes(bundleId), refetchType: 'none' });
  await queryClient.invalidateQueries({ queryKey: queryKeys.totp(email) });
}
