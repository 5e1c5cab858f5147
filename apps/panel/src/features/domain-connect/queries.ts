import { startDomainConnect } from '@postern/contract/domain-connect';
import { mutationOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';

/** Where to go so that the domain's provider enters the records. */
export const startDomainConnectMutation = mutationOptions({
  mutationFn: async () => await call(startDomainConnect, {}),
});
