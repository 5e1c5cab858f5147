/** What every record of a support visit, and every mail that it causes, says of it. */
export type VisitStamp = {
  customerId: string;
  visitId: string;
  staffName: string;
  staffEmail: string;
  /** The partner or provider that the supporter speaks for. */
  company: string;
  reason: string;
  ticket: string | null;
};

/** The visit ended while its call was still at work: what it wrote is rolled back. */
export class VisitOver extends Error {
  constructor() {
    super('The support visit is over.');
    this.name = 'VisitOver';
  }
}
