import * as z from 'zod/mini';
import { operation } from './operation.ts';

export const startDomainConnect = operation({
  id: 'startDomainConnect',
  summary:
    "Get the address where the owner lets the domain's provider add the records by Domain Connect. Check the domain afterwards.",
  description:
    "For admins of the domain and for staff. Send the owner's browser to `url`; the provider asks there for consent. Offered only if `isDomainConnectDomain` of readDomainConnection is true.",
  feature: 'domain-connect',
  method: 'POST',
  path: '/panel/domain/connect',
  access: 'session',
  input: z.object({}),
  output: z.object({ url: z.string(), providerName: z.string() }),
  errors: ['NOT_AUTHORIZED', 'DOMAIN_CONNECT_UNAVAILABLE'],
});
