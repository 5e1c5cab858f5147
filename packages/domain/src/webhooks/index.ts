export { actionsOf, EVENT_TYPES, eventTypeOf, TEST_EVENT, tellsDetails } from './event-types.ts';
export { type EndpointState, findEndpointTrouble } from './find-trouble.ts';
export { findUrlFault } from './find-url-fault.ts';
export { GIVE_UP_AFTER_MILLIS, pauseAfter } from './schedule.ts';
