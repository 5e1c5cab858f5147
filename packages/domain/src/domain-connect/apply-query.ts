/** Percent-encoding of RFC 3986, which is stricter than what URLs allow in a query. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** What is signed: the parameters, sorted by name. draft-ietf-dconn-domainconnect §8.3.2.1. */
export const canonicalQuery = (params: Readonly<Record<string, string>>): string =>
  Object.entries(params)
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** The address to send a person to, with the signature of its query. Use it unchanged: nothing may be added or moved. */
export const applyUrl = (
  urlSyncUX: string,
  { providerId, serviceId }: { providerId: string; serviceId: string },
  query: string,
  signed: { signature: string; keyHost: string },
): string =>
  `${urlSyncUX}/v2/domainTemplates/providers/${encoded(providerId)}/services/${encoded(serviceId)}/apply?${query}` +
  `&sig=${encoded(signed.signature)}&key=${encoded(signed.keyHost)}`;

/** How much of a key fits into one text, next to what comes before it. */
const FRAGMENT_CHARACTERS = 230;

/** The TXT records that publish the key; `base64` encodes its DER form. §6.4. */
export function publicKeyRecords(base64: string): string[] {
  const fragments = base64.match(new RegExp(`.{1,${FRAGMENT_CHARACTERS}}`, 'g')) ?? [];
  return fragments.map((fragment, place) => `p=${place + 1},a=RS256,d=${fragment}`);
}
