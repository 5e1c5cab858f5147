export { addToMailboxCount, lockBundle, readBundle, readCustomerForMail } from './bundle-repository.ts';
export { registerName, registerNames, releaseName } from './name-registry.ts';
