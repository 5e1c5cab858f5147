import * as check from './vat-check-digits.ts';
import { isSpanishNif } from './vat-check-spain.ts';

/** The part after the country's prefix, and how its check digits are verified, if the country publishes that. */
export type VatFormat = { pattern: RegExp; hasCheckDigits?: (number: string) => boolean };

/** Prefixes that aren't the country's code: Greece writes EL, Switzerland CHE. */
export const VAT_PREFIXES: Readonly<Record<string, string>> = { GR: 'EL', CH: 'CHE', NO: 'NO' };

/** Structures as in the European Commission's VIES, the United Kingdom's HMRC and the other countries' tax offices. */
export const VAT_FORMATS: Readonly<Record<string, VatFormat>> = {
  AT: { pattern: /^U\d{8}$/, hasCheckDigits: check.isAustrian },
  BE: { pattern: /^[01]\d{9}$/, hasCheckDigits: check.isBelgian },
  BG: { pattern: /^\d{9,10}$/, hasCheckDigits: check.isBulgarian },
  CH: { pattern: /^\d{9}(?:MWST|TVA|IVA)?$/, hasCheckDigits: check.isSwiss },
  CY: { pattern: /^\d{8}[A-Z]$/, hasCheckDigits: check.isCypriot },
  CZ: { pattern: /^\d{8,10}$/, hasCheckDigits: check.isCzech },
  DE: { pattern: /^[1-9]\d{8}$/, hasCheckDigits: check.isMod11And10 },
  DK: { pattern: /^[1-9]\d{7}$/, hasCheckDigits: check.isDanish },
  EE: { pattern: /^\d{9}$/, hasCheckDigits: check.isEstonian },
  ES: { pattern: /^[A-Z0-9]\d{7}[A-Z0-9]$/, hasCheckDigits: isSpanishNif },
  FI: { pattern: /^\d{8}$/, hasCheckDigits: check.isFinnish },
  FR: { pattern: /^[A-HJ-NP-Z0-9]{2}\d{9}$/, hasCheckDigits: check.isFrench },
  GB: { pattern: /^(?:\d{9}(?:\d{3})?|GD[0-4]\d{2}|HA[5-9]\d{2})$/, hasCheckDigits: check.isBritish },
  GR: { pattern: /^\d{9}$/, hasCheckDigits: check.isGreek },
  HR: { pattern: /^\d{11}$/, hasCheckDigits: check.isMod11And10 },
  HU: { pattern: /^\d{8}$/, hasCheckDigits: check.isHungarian },
  IE: { pattern: /^(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/, hasCheckDigits: check.isIrish },
  IT: { pattern: /^\d{11}$/, hasCheckDigits: check.isLuhn },
  LT: { pattern: /^(?:\d{7}1\d|\d{10}1\d)$/, hasCheckDigits: check.isLithuanian },
  LU: { pattern: /^\d{8}$/, hasCheckDigits: check.isLuxembourgish },
  LV: { pattern: /^\d{11}$/, hasCheckDigits: check.isLatvian },
  MT: { pattern: /^[1-9]\d{7}$/, hasCheckDigits: check.isMaltese },
  NL: { pattern: /^\d{9}B\d{2}$/, hasCheckDigits: check.isDutch },
  NO: { pattern: /^\d{9}(?:MVA)?$/, hasCheckDigits: check.isNorwegian },
  PL: { pattern: /^\d{10}$/, hasCheckDigits: check.isPolish },
  PT: { pattern: /^[1-9]\d{8}$/, hasCheckDigits: check.isPortuguese },
  RO: { pattern: /^[1-9]\d{1,9}$/, hasCheckDigits: check.isRomanian },
  SE: { pattern: /^\d{10}(?:0[1-9]|[1-8]\d|9[0-4])$/, hasCheckDigits: check.isSwedish },
  SI: { pattern: /^[1-9]\d{7}$/, hasCheckDigits: check.isSlovenian },
  SK: { pattern: /^[1-9]\d{9}$/, hasCheckDigits: check.isSlovak },
  ZA: { pattern: /^4\d{9}$/ },
};
