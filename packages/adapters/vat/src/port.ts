/** What a register of VAT numbers says about one of them. */
export type VatRegisterAnswer = {
  isValid: boolean;
  /** Whose number it is; null if the member state doesn't say. */
  name: string | null;
  address: string | null;
  /** The register's own proof that it was asked; null if it gives none. */
  requestId: string | null;
};

/** `number` and `requester` (who asks, null: nobody) begin with the country's prefix, such as `EL094259216`. */
type VatQuestion = { number: string; requester: string | null };

export interface VatRegister {
  /** Throws VatRegisterError if there is no answer, which says nothing about the number. */
  check(question: VatQuestion): Promise<VatRegisterAnswer>;
}

/** `code` is the register's error code, such as `MS_UNAVAILABLE`, or the network error. */
export class VatRegisterError extends Error {
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`The register of VAT numbers gave no answer (${code}).`, options);
    this.name = 'VatRegisterError';
    this.code = code;
  }
}

/** How to reach VIES: `url` is its address, such as `https://ec.europa.eu/taxation_customs/vies/rest-api`. */
export type ViesOptions = { url: string; timeoutMillis?: number };
