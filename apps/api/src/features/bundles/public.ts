export { addToMailboxCount, lockBundle, readBundle } from './bundle-repository.ts';
export { registerName, registerNames, releaseName } from './name-registry.ts';
