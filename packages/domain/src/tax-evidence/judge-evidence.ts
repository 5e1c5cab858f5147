/** What says where a buyer is. Null: it isn't known. The billing address is the one by which the sale was taxed. */
export type LocationEvidence = {
  billing: string | null;
  /** The country of the bank that issued the card. */
  card: string | null;
  /** Of a VAT number that its register has confirmed. */
  vatNumber: string | null;
  /** What the partner's signed link said. */
  partner: string | null;
};

type Piece = keyof LocationEvidence;

export type Judged = {
  /** `enough`: two pieces agree. `single`: there is one. `contradicting`: another one names another country, and none agrees. */
  verdict: 'enough' | 'single' | 'contradicting';
  agreeing: readonly Piece[];
  /** Named also where two others agree. */
  contradicting: readonly { piece: Piece; country: string }[];
};

const PIECES: readonly Piece[] = ['billing', 'card', 'vatNumber', 'partner'];

/**
 * Whether two pieces of evidence that don't contradict each other say that the buyer is where the sale was taxed (Implementing Regulation (EU)
 * No 282/2011, articles 24b and 24f). It decides nothing: the tax was charged already.
 */
export function judgeEvidence(evidence: LocationEvidence, taxedCountry: string): Judged {
  const known = PIECES.flatMap((piece) => {
    const country = evidence[piece];
    return country === null ? [] : [{ piece, country }];
  });
  const agreeing = known.filter(({ country }) => country === taxedCountry).map(({ piece }) => piece);
  const contradicting = known.filter(({ country }) => country !== taxedCountry);
  const verdict = agreeing.length >= 2 ? 'enough' : contradicting.length > 0 ? 'contradicting' : 'single';
  return { verdict, agreeing, contradicting };
}
