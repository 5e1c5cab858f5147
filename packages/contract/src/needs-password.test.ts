import { expect, test } from 'vitest';
import { ALL_OPERATIONS } from './all-operations.ts';

/** Writes that a session may make without giving its password again. A new one is added here, or gets `needsPassword`. ADR 75. */
const HARMLESS = [
  ...['signOut', 'switchBundle', 'chooseLanguage', 'confirmPassword', 'reportEntityChange'],
  ...['suspendMailbox', 'unsuspendMailbox', 'checkEmailAvailability'],
  ...['addAlias', 'updateAlias', 'removeAliases'],
  ...['createForwarder', 'deleteForwarder', 'addForwarderRecipients', 'removeForwarderRecipients'],
  ...['setCatchAll', 'removeCatchAll', 'setSpamFilter'],
  ...['previewBulk'],
  ...['upsertDnsRecord', 'deleteDnsRecord', 'generateDkimKey', 'enableDkimKey', 'deleteDkimKey'],
  ...['planDomain', 'applyDomainPlan', 'undoDomainPlan', 'previewDomainChange'],
  // Another server's password is in the call, and nothing here is changed or deleted.
  ...[
    'scheduleImport',
    'askImportOwner',
    'testImportConnection',
    'cancelImport',
    'pauseImport',
    'retryImport',
    'deleteImport',
    'startImportSignIn',
  ],
  ...['checkDomain', 'startDomainConnect', 'makeEntriToken', 'generateReferralToken'],
  ...['createInstructionLink', 'revokeInstructionLink', 'listBundles', 'updateBillingConfig', 'noteFirstStep'],
  // They cost money only with a card in the hand, and a cancellation can be taken back until the end.
  ...[
    'calculateCharge',
    'calculateNeoCharge',
    'startPayment',
    'readPaymentType',
    'processPayment',
    'cancelSubscription',
    'reactivateSubscription',
  ],
  ...['startAddingCard', 'deleteCard', 'setBillingAddress'],
  // A thief who cancels the owner's erasure gains nothing: the owner asks again.
  'cancelErasure',
  // They only let support in, and a thief with the owner's session gains nothing by that.
  ...['endSupportVisit', 'answerSupportVisit', 'setVisitConsent'],
  // The domain keeps the add-ons it paid for. They only move between its mailboxes, or end.
  ...['assignAddOn', 'updateAddOnConfig'],
  // Leads the owner to the partner's own sign-up site.
  'createProvisionCode',
];

test('every write of a session either needs the password, or is listed as one that does not [ENT-14]', () => {
  const writes = ALL_OPERATIONS.filter(({ method, access }) => method !== 'GET' && access === 'session');
  const asking = writes.filter(({ needsPassword }) => needsPassword !== undefined).map(({ id }) => id);
  expect(asking.sort()).toEqual(
    [
      ...[
        'updateMailbox',
        'updateUser',
        'resetMailboxPassword',
        'sendLoginDetails',
        'createMailbox',
        'deleteMailbox',
        'replaceMailbox',
      ],
      ...['startTotp', 'enableTotp', 'disableTotp', 'askDespitePartner', 'renewRecoveryCodes'],
      ...['createAppPassword', 'deleteAppPassword'],
      'changePassword',
      ...['changeDomain', 'startBulk', 'retryBulk', 'exportCustomerData', 'askForErasure'],
    ].sort(),
  );
  expect(writes.flatMap(({ id }) => (asking.includes(id) ? [] : [id])).sort()).toEqual(HARMLESS.sort());
});

test('an operation that needs the password declares the refusal without one, and no other does [ENT-14] [API-01]', () => {
  for (const { id, access, needsPassword, errors } of ALL_OPERATIONS)
    expect([errors.includes('PASSWORD_NEEDED'), access], id).toEqual([
      needsPassword !== undefined,
      needsPassword === undefined ? access : 'session',
    ]);
});
