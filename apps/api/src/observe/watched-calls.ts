/** The servers that the panel calls, as metrics name them. */
export const SERVICES = [
  'gateway',
  'mail',
  'mailer',
  'name-server',
  'dns',
  'domain-connect',
  'entri',
  'vat-register',
] as const;

/** The functions of each port that call another server. Checks aren't here: `postern_service_up` covers them. */
export const GATEWAY_CALLS = [
  'createPaymentIntent',
  'createSetupIntent',
  'readIntent',
  'cancelIntent',
  'chargeOffSession',
  'removeCard',
  'removeCustomer',
  'refund',
  'readRefund',
  'readDispute',
] as const;
export const MAIL_CALLS = [
  'createMailbox',
  'deleteMailbox',
  'moveMailbox',
  'endSessions',
  'listMailboxes',
  'appendMessages',
  'listMessageDigests',
] as const;
export const ZONE_CALLS = [
  'createZone',
  'deleteZone',
  'listZones',
  'readZone',
  'upsertRecordSet',
  'replaceRecordSets',
  'deleteRecordSet',
  'alignZones',
  'readDs',
] as const;
export const LOOK_UPS = ['lookUp', 'lookUpFrom'] as const;
