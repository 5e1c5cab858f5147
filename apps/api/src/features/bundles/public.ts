export {
  addToMailboxCount,
  findBundleById,
  findBundleOfPartner,
  listBundlesOfCustomer,
  listRunningBundles,
  lockBundle,
  lockEvenEnded,
  readBundle,
  readCustomerForMail,
  readEvenEnded,
  writeBillingAddress,
} from './bundle-repository.ts';
export { registerName, registerNames, releaseName } from './name-registry.ts';
export { findMailboxOfName, holdDomainName, listDomainNames } from './registered-names.ts';
