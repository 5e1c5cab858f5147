import { readCustomer, readStaff, searchCustomers, startStaffTotp } from '@postern/contract/staff';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** Who is signed in as staff. */
export const staffQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.staff(token),
    queryFn: async ({ signal }) => (await call(readStaff, {}, { signal, token })).staff,
    retry: false,
  });

/** Every search is recorded and counted, so the same one isn't sent twice. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeys.staffSearch(q),
    queryFn: async ({ signal }) => await call(searchCustomers, { q }, { signal }),
    retry: false,
    staleTime: 60_000,
  });

/** Each reading is recorded, so coming back from another tab doesn't read again. */
export const customerQuery = (customerId: string) =>
  queryOptions({
    queryKey: [...queryKeys.staffSearch(customerId), 'one'],
    queryFn: async ({ signal }) => (await call(readCustomer, { customerId }, { signal })).customer,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** A secret for the authenticator app. Fetched only once, because each new one replaces the last. */
export const secretQuery = (token: string) =>
  queryOptions({
    queryKey: [...queryKeys.staff(token), 'secret'],
    queryFn: async () => await call(startStaffTotp, {}),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
