/** The fields of a support visit that its records and the mails it causes carry. */
export type VisitStamp = {
  customerId: string;
  visitId: string;
  staffName: string;
  staffEmail: string;
  /** The partner or provider that the supporter works for. */
  company: string;
  reason: string;
  ticket: string | null;
};

/** Thrown if the visit ended while one of its calls was still running, so that the call's writes are rolled back. */
export class VisitOver extends Error {
  constructor() {
    super('The support visit is over.');
    this.name = 'VisitOver';
  }
}
