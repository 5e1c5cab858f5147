export { findKeyToPublish } from './dkim-repository.ts';
export { enableSeenKey } from './enable-dkim-key.ts';
export { ensureDkimKey } from './generate-dkim-key.ts';
