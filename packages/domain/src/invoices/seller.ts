/** Who sells: what the law of most countries wants on an invoice. Null: not set. */
export type Seller = {
  name: string;
  address: string | null;
  city: string | null;
  zipCode: string | null;
  /** Two letters. */
  country: string | null;
  vatId: string | null;
  /** The number in the company register, such as `Company no. 551203`. */
  register: string | null;
  email: string | null;
  /** A line at the end, such as directors or a bank account. */
  footer: string | null;
};

/** What a seller lacks for an invoice that tax offices accept. */
export const missingOfSeller = ({ address, city, country, vatId, register }: Seller): string[] => [
  ...(address === null ? ['address'] : []),
  ...(city === null ? ['city'] : []),
  ...(country === null ? ['country'] : []),
  ...(vatId === null && register === null ? ['vat-id or register'] : []),
];
