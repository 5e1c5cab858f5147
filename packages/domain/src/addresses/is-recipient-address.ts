import { parseEmailAddress } from './parse-email-address.ts';

/** Whether login details may be sent to this address: its top-level part must be 2 to 24 letters. Spec 2 §5, send details. */
export function isRecipientAddress(text: string): boolean {
  const parsed = parseEmailAddress(text);
  if (!parsed.ok) return false;
  const topLevel = parsed.value.domainName.slice(parsed.value.domainName.lastIndexOf('.') + 1);
  return /^[a-z]{2,24}$/.test(topLevel);
}
