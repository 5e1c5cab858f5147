import type { Login } from '@postern/contract/session';
import { askHostForCredential } from '../../lib/frame/frame-bridge.ts';
import { hasCode } from '../../lib/http/api-error.ts';
import { type LinkQuery, signInByLink } from './sign-in-by-link.ts';

/** The partner's page asks its server, which asks ours. */
const PATIENCE_MS = 10_000;

/** Signs in by the token in the frame's address, else by one that the page around the panel sends. One that doesn't work is asked for again, once. */
export async function signInByHost(link: LinkQuery): Promise<Login> {
  if (link.jwt !== undefined || link.token !== undefined) return signInByLink(link);
  try {
    return await signInByLink(await askForLink());
  } catch (error) {
    if (!hasCode(error, 'INVALID_TOKEN') && !hasCode(error, 'INVALID_JWT')) throw error;
    return signInByLink(await askForLink());
  }
}

async function askForLink(): Promise<LinkQuery> {
  const credential = await askHostForCredential(PATIENCE_MS);
  const partnerId = credential.partnerId === undefined ? undefined : String(credential.partnerId);
  return 'jwt' in credential
    ? { jwt: credential.jwt, partnerId, installId: credential.serverId }
    : { ...credential, partnerId };
}
