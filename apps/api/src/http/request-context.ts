import type { Role } from '@postern/domain/sign-in';
import type { StaffRole } from '@postern/domain/staff';
import type { VisitPlace } from '@postern/domain/support-visits';
import type { FastifyBaseLogger } from 'fastify';
import type { VisitStamp } from '../runtime/visit-stamp.ts';

/** Who is signed in, as a use case needs it. */
export type SessionActor = {
  tokenHash: string;
  customerId: string;
  bundleId: string;
  partnerId: number;
  /** Null for a customer login. */
  mailboxId: string | null;
  role: Role;
  email: string;
  expiresAt: Date;
  /** When the password was given last; null if that was never, or if the login has one and came by a link. */
  passwordConfirmedAt: Date | null;
  /** The support visit that this session belongs to, and where the supporter has looked. */
  visit?: VisitStamp & { looked: readonly VisitPlace[] };
};

/** The holder of a purchase token. */
export type PurchaseActor = { purchaseId: string; partnerId: number };

/** A partner's own server, by its API key. */
export type PartnerActor = { partnerId: number; keyId: string };

/** A member of staff, by their session. */
export type StaffActor = {
  staffId: string;
  email: string;
  name: string;
  role: StaffRole;
  /** Null for the provider's staff, who help the customers of all partners. */
  partnerId: number | null;
  sessionHash: string;
};

/** The browser, or the program, that makes the call. */
export type CallingBrowser = {
  /** What it says it is: its `User-Agent`. */
  agent: string;
  /** The marks of earlier sign-ins that it holds, newest first. It may have invented them. */
  marks: readonly string[];
  /** Gives it these marks, in place of all others. */
  keepMarks: (marks: readonly string[]) => void;
};

/** What a use case may know of the request; nothing of HTTP. */
export type RequestContext = {
  requestId: string;
  log: FastifyBaseLogger;
  ip: string;
  browser: CallingBrowser;
  /** The caller's idempotency key for this write, or null. */
  idempotencyKey: string | null;
};
/** `token` is the caller's own, for answers that return it. */
export type SessionContext = RequestContext & { actor: SessionActor; token: string };
export type PurchaseContext = RequestContext & { purchase: PurchaseActor };
export type PartnerContext = RequestContext & { partner: PartnerActor };
export type StaffContext = RequestContext & { staff: StaffActor };

/** A call that also takes the token of a mailed link. Then `importTaskId` is the one import that it is about; else null. */
export type ImportContext = SessionContext & { importTaskId: string | null };
