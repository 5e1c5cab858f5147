export {
  ACTIONS,
  ACTIVITY_AREAS,
  type ActivityAction,
  type ActivityArea,
  actionsAbout,
  type RecordedAction,
} from './actions.ts';
export { doerOf, maySeeActivity } from './actor.ts';
