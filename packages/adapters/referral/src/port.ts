/** A programme that rewards customers who recommend the product. */
export type ReferralProgramme = {
  /** What the programme's script in the browser needs. */
  productId: string;
  /** Where the programme's script is. */
  scriptUrl: string;
  /** The most that one recommendation earns. */
  reward: { currency: string; amount: number };
  /** Signs a person in to the programme, by an id that is always the same for the same person. */
  tokenFor: (personId: string, at: Date) => Promise<string>;
};

/** An account at Cello. */
export type CelloOptions = Pick<ReferralProgramme, 'productId' | 'reward' | 'scriptUrl'> & { secret: string };
