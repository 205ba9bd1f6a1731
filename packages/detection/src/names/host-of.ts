/**
 * The host of a web address in lower case, without user information, which impostors fill with the name of a brand (RFC 3986, section
 * 3.2.1).
 *
 * @returns null for no address and for one without a host
 */
export function hostOf(address: string | null): string | null {
  return address === null ? null : (/^https?:\/\/(?:[^/?#@]*@)?([^/:?#]+)/i.exec(address)?.[1]?.toLowerCase() ?? null)
}
