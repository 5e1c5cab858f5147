import { startDomainConnect } from '@postern/contract/domain-connect';
import { mutationOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';

/** The provider's address at which the owner agrees that it enters the records. */
export const startDomainConnectMutation = mutationOptions({
  mutationFn: async () => await call(startDomainConnect, {}),
});
