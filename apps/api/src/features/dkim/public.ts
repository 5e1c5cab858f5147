export { findKeyToPublish } from './dkim-repository.ts';
