export { assertConfirmed } from './assert-confirmed.ts';
export { endOtherSessionsOf, endSessionsOf, raiseSessionsOf } from './end-sessions.ts';
export { findSession } from './find-session.ts';
export { listLivingSessions } from './list-living-sessions.ts';
export { readOwnBundle } from './read-own-bundle.ts';
export {
  findCustomer,
  findMailboxOwner,
  findPasswordHash,
  listBundleRows,
  lockCustomerLogin,
  lockSigner,
  setConfirmed,
} from './session-repository.ts';
export { type NewSession, startSession } from './start-session.ts';
export {
  deleteVisitSession,
  extendVisitSession,
  findVisitOfToken,
  readVisitOfSession,
  startVisitSession,
} from './visit-session.ts';
