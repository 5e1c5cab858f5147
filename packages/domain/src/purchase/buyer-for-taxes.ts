type Buyer = {
  billingAddress: { country: string; companyName?: string | undefined } | null;
  taxDetails: { taxDetails: readonly { taxIdentifierType: string; value: string }[] } | null;
};

/** What of a buyer decides the taxes. */
export const buyerForTaxes = ({ billingAddress, taxDetails }: Buyer): string =>
  JSON.stringify([
    billingAddress?.country ?? '',
    billingAddress?.companyName ?? '',
    ...(taxDetails?.taxDetails ?? []).map(({ taxIdentifierType, value }) => `${taxIdentifierType} ${value}`),
  ]);
