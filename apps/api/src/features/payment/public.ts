export { checkFailedEvents } from './check-failed-events.ts';
export { countFailedEvents } from './failed-events.ts';
