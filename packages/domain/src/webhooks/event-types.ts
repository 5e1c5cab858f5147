import { ACTIONS, type ActivityAction, type RecordedAction } from '../activity/index.ts';

/** `dkim-key.enabled` as `dkim_key.enabled`: Standard Webhooks has no hyphens in the names of events. */
export const eventTypeOf = (action: RecordedAction): string => action.replaceAll('-', '_');

/** What is sent on request, to try an address. */
export const TEST_EVENT = 'webhook.test';

/** Every action that the owner reads in the panel, by the name that its event has outside. */
const ACTION_OF_EVENT: ReadonlyMap<string, ActivityAction> = new Map(
  (Object.keys(ACTIONS) as RecordedAction[])
    .filter((action): action is ActivityAction => ACTIONS[action] !== null)
    .map((action) => [eventTypeOf(action), action]),
);

/** Every type of event, except the test's. */
export const EVENT_TYPES: readonly string[] = [...ACTION_OF_EVENT.keys()];

/** The actions of the types; null stands for all types. A name that isn't a type has none. */
export const actionsOf = (types: readonly string[] | null): ActivityAction[] =>
  (types ?? EVENT_TYPES).flatMap((type) => ACTION_OF_EVENT.get(type) ?? []);

/** Whether an event also says how much, and of what. Of people's mailboxes, passwords and data it says what happened to which address. */
export const tellsDetails = (action: ActivityAction): boolean =>
  ACTIONS[action] === 'billing' || ACTIONS[action] === 'domain';
