import {
  createInstructionLink,
  listInstructionLinks,
  readInstructions,
  revokeInstructionLink,
} from '@postern/contract/domain-instructions';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** The valid links to the instructions. */
export const instructionLinksQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.instructionLinks(bundleId),
    queryFn: async ({ signal }) => await call(listInstructionLinks, { bundleId }, { signal }),
  });

const readLinksAnew = (bundleId: string) =>
  queryClient.invalidateQueries({ queryKey: queryKeys.instructionLinks(bundleId) });

export const createInstructionLinkMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (input: { sendTo?: string }) => await call(createInstructionLink, input),
    onSuccess: () => readLinksAnew(bundleId),
  });

export const revokeInstructionLinkMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (input: { linkId: string }) => await call(revokeInstructionLink, input),
    onSuccess: () => readLinksAnew(bundleId),
  });

/** What a link shows, by the last check. */
export const instructionsQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.instructions(token),
    queryFn: async ({ signal }) => await call(readInstructions, { token, isLook: false }, { signal }),
    retry: false,
  });

/** The same after a new check. */
export const lookMutation = (token: string) =>
  mutationOptions({
    mutationFn: async () => await call(readInstructions, { token, isLook: true }),
    onSuccess: (data) => queryClient.setQueryData(instructionsQuery(token).queryKey, data),
  });
