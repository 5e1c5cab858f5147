export { checkWebhooks } from './check-webhooks.ts';
export { readEndpointStates } from './read-states.ts';
