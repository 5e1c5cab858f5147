export {
  addToMailboxCount,
  findBundleOfPartner,
  listBundlesOfCustomer,
  lockBundle,
  readBundle,
  readCustomerForMail,
  writeBillingAddress,
} from './bundle-repository.ts';
export { registerName, registerNames, releaseName } from './name-registry.ts';
