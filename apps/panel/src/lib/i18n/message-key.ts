/** Every key of the English texts; an unknown key doesn't compile. Add a new text file here. */

import type activity from '../../../locales/en/activity.json';
import type addOns from '../../../locales/en/add-ons.json';
import type aliases from '../../../locales/en/aliases.json';
import type app from '../../../locales/en/app.json';
import type appPasswords from '../../../locales/en/app-passwords.json';
import type autoLogin from '../../../locales/en/auto-login.json';
import type billing from '../../../locales/en/billing.json';
import type bulk from '../../../locales/en/bulk.json';
import type catchAll from '../../../locales/en/catch-all.json';
import type clientSetup from '../../../locales/en/client-setup.json';
import type customerData from '../../../locales/en/customer-data.json';
import type dkim from '../../../locales/en/dkim.json';
import type dns from '../../../locales/en/dns.json';
import type domainChange from '../../../locales/en/domain-change.json';
import type domainConnect from '../../../locales/en/domain-connect.json';
import type domainConnection from '../../../locales/en/domain-connection.json';
import type domainInstructions from '../../../locales/en/domain-instructions.json';
import type domainPlan from '../../../locales/en/domain-plan.json';
import type domainSetUp from '../../../locales/en/domain-set-up.json';
import type domains from '../../../locales/en/domains.json';
import type emailReputation from '../../../locales/en/email-reputation.json';
import type errors from '../../../locales/en/errors.json';
import type firstSteps from '../../../locales/en/first-steps.json';
import type forwarders from '../../../locales/en/forwarders.json';
import type home from '../../../locales/en/home.json';
import type mailImport from '../../../locales/en/mail-import.json';
import type mailboxes from '../../../locales/en/mailboxes.json';
import type mailedLinks from '../../../locales/en/mailed-links.json';
import type missingAddresses from '../../../locales/en/missing-addresses.json';
import type mobileHome from '../../../locales/en/mobile-home.json';
import type panelErrors from '../../../locales/en/panel-errors.json';
import type passwords from '../../../locales/en/passwords.json';
import type provision from '../../../locales/en/provision.json';
import type purchase from '../../../locales/en/purchase.json';
import type referral from '../../../locales/en/referral.json';
import type security from '../../../locales/en/security.json';
import type shell from '../../../locales/en/shell.json';
import type signIn from '../../../locales/en/sign-in.json';
import type signInHistory from '../../../locales/en/sign-in-history.json';
import type spamFilter from '../../../locales/en/spam-filter.json';
import type staff from '../../../locales/en/staff.json';
import type supportVisits from '../../../locales/en/support-visits.json';
import type twoFactor from '../../../locales/en/two-factor.json';
import type upgrade from '../../../locales/en/upgrade.json';
import type welcome from '../../../locales/en/welcome.json';
import type widgetLogin from '../../../locales/en/widget-login.json';

export type MessageKey = string &
  (
    | keyof typeof addOns
    | keyof typeof aliases
    | keyof typeof app
    | keyof typeof appPasswords
    | keyof typeof billing
    | keyof typeof bulk
    | keyof typeof catchAll
    | keyof typeof clientSetup
    | keyof typeof customerData
    | keyof typeof dkim
    | keyof typeof dns
    | keyof typeof domainChange
    | keyof typeof domainConnect
    | keyof typeof domainConnection
    | keyof typeof domainInstructions
    | keyof typeof domainPlan
    | keyof typeof domainSetUp
    | keyof typeof domains
    | keyof typeof emailReputation
    | keyof typeof errors
    | keyof typeof firstSteps
    | keyof typeof forwarders
    | keyof typeof home
    | keyof typeof mailboxes
    | keyof typeof mailImport
    | keyof typeof mailedLinks
    | keyof typeof missingAddresses
    | keyof typeof mobileHome
    | keyof typeof panelErrors
    | keyof typeof provision
    | keyof typeof purchase
    | keyof typeof referral
    | keyof typeof security
    | keyof typeof shell
    | keyof typeof autoLogin
    | keyof typeof passwords
    | keyof typeof signIn
    | keyof typeof activity
    | keyof typeof signInHistory
    | keyof typeof spamFilter
    | keyof typeof staff
    | keyof typeof supportVisits
    | keyof typeof twoFactor
    | keyof typeof upgrade
    | keyof typeof welcome
    | keyof typeof widgetLogin
  );
