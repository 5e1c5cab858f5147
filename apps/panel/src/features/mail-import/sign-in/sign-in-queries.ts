import type { ImportTask } from '@postern/contract/mail-import';
import { listImportSignIns, readImportSignIn, startImportSignIn } from '@postern/contract/mail-import-sign-in';
import type { InputOf, OutputOf } from '@postern/contract/operation';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http/api-client.ts';
import { queryKeys } from '../../../lib/http/query-keys.ts';

export type OfferedSignIn = OutputOf<typeof listImportSignIns>['signIns'][number];
export type BegunSignIn = OutputOf<typeof startImportSignIn>;

/** While the person signs in in another window, which can't tell us. */
const ASK_AGAIN_MS = 1500;

const by = (importToken: string | undefined) => (importToken === undefined ? {} : { importToken });

/** The providers where people can sign in. They don't change while the panel is open. */
export const signInsQuery = (bundleId: string, importToken?: string) =>
  queryOptions({
    queryKey: queryKeys.importSignIns(importToken ?? bundleId),
    queryFn: async ({ signal }) =>
      (await call(listImportSignIns, importToken === undefined ? { bundleId } : {}, { ...by(importToken), signal }))
        .signIns,
    staleTime: Number.POSITIVE_INFINITY,
    // The form waits for it, and works without it.
    retry: false,
  });

/** The sign-in for an account, which only its provider's own mail server takes. */
export const offerFor = (
  offers: readonly OfferedSignIn[] | undefined,
  { host, port, ssl }: Pick<ImportTask, 'host' | 'port' | 'ssl'>,
): OfferedSignIn | null => offers?.find((one) => one.host === host && one.port === port && one.ssl === ssl) ?? null;

/** The outcome of a sign-in. */
export const signInQuery = (signInId: string, importToken?: string) =>
  queryOptions({
    queryKey: queryKeys.importSignIn(signInId),
    queryFn: ({ signal }) => call(readImportSignIn, { signInId }, { ...by(importToken), signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.error === null && state.data?.state === 'waiting' ? ASK_AGAIN_MS : false),
    // The panel is in the background as long as the other window is open.
    refetchIntervalInBackground: true,
  });

export const beginSignIn = (input: InputOf<typeof startImportSignIn>, importToken?: string): Promise<BegunSignIn> =>
  call(startImportSignIn, input, by(importToken));
