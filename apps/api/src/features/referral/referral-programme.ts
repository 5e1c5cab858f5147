import { SignJWT } from 'jose';

/** A programme that rewards customers who recommend the product. */
export type ReferralProgramme = {
  /** What the programme's script in the browser is told. */
  productId: string;
  /** The most that one recommendation earns. */
  reward: { currency: string; amount: number };
  /** Signs a person in to the programme, by an id that is always the same for the same person. */
  tokenFor: (personId: string, at: Date) => Promise<string>;
};

export type CelloOptions = Pick<ReferralProgramme, 'productId' | 'reward'> & { secret: string };

/** Cello's programme. https://docs.cello.so/sdk/client-side/user-authentication */
export const celloProgramme = ({ secret, ...told }: CelloOptions): ReferralProgramme => ({
  ...told,
  tokenFor: (personId, at) =>
    new SignJWT({ productId: told.productId, productUserId: personId })
      .setProtectedHeader({ alg: 'HS512', typ: 'JWT' })
      .setIssuedAt(at)
      .sign(new TextEncoder().encode(secret)),
});
