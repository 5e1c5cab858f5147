import { SignJWT } from 'jose';
import type { CelloOptions, ReferralProgramme } from './port.ts';

/** Cello's programme. https://docs.cello.so/sdk/client-side/user-authentication */
export const celloProgramme = ({ secret, ...told }: CelloOptions): ReferralProgramme => ({
  ...told,
  tokenFor: (personId, at) =>
    new SignJWT({ productId: told.productId, productUserId: personId })
      .setProtectedHeader({ alg: 'HS512', typ: 'JWT' })
      .setIssuedAt(at)
      .sign(new TextEncoder().encode(secret)),
});
