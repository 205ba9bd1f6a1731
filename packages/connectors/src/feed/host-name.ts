const hostMax = 253
const labelMax = 63

/**
 * Whether a text is a bare host: labels of letters, digits, `-` and `_` (or any non-ASCII characters) separated by dots.
 *
 * It only checks the form, in one pass for speed; the detector normalises names. An IPv4 address has the same form.
 */
export function isHost(text: string): boolean {
  const { length } = text
  if (length > hostMax + 1) return false
  let labelStart = 0
  let dots = 0
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x2e || isWideDot(code)) {
      if (at === labelStart || at - labelStart > labelMax) return false
      labelStart = at + 1
      dots += 1
    } else if (!isHostCode(code)) return false
  }
  // A trailing dot belongs to the root and does not make a single label a host.
  const last = length - labelStart
  return last <= labelMax && (last > 0 ? dots > 0 : dots > 1)
}

/** The full stops of East Asian scripts, which browsers treat as dots (UTS #46, section 2.3). */
function isWideDot(code: number): boolean {
  return code === 0x3002 || code === 0xff0e || code === 0xff61
}

function isHostCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2d ||
    (code >= 0x41 && code <= 0x5a) ||
    code === 0x5f ||
    // 0xfffd replaces a byte that was not UTF-8; 0x80 to 0xa0 are control characters and the no-break space.
    (code > 0xa0 && code !== 0xfffd)
  )
}

/**
 * Reads one word or field of a feed as a domain, host or URL.
 *
 * Defanged forms are restored (`hxxp://evil[.]example`), wildcards and leading dots removed. Blanks in an address with a scheme are encoded
 * as `%20`, as browsers do.
 *
 * @returns the name, otherwise as written; `null` when it contains no host
 */
export function nameIn(word: string): string | null {
  if (isHost(word)) return word
  const plain = withoutBlanks(refang(word)).replace(/^\*?\.+/, '')
  if (/[\p{Cc}\s\ufffd]/u.test(plain)) return null
  if (isHost(plain)) return plain
  const host = address.exec(plain)?.[1]
  if (!host) return null
  return host.startsWith('[') || isHost(host) ? plain : null
}

/**
 * An address with or without its scheme. There are credentials before an @ only after slashes, and they end at the last @ (WHATWG URL,
 * authority state): for `https://user@client.com@evil.tld/` the host is `evil.tld`.
 */
const address =
  /^(?:(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#\s]*@)?)?(\[[0-9a-f:.]+\]|[^/?#:\s]+)(?::\d{0,5})?(?:[/?#]\S*)?$/i

function withoutBlanks(text: string): string {
  return text.includes(' ') && /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text.replaceAll(' ', '%20') : text
}

/** Restores links that reports have defanged so that they can't be clicked, in the usual forms for IOCs. */
function refang(text: string): string {
  return text
    .replace(/^(?:hxxp|h\*\*p|hxtp|htxp|meow)(s?)(?=\[?:)/i, 'http$1')
    .replace(/\[:\/\/\]|\[:\]\/\//, '://')
    .replace(/^([a-z]+)\[:\]/i, '$1:')
    .replace(/[[({](?:\.|dot)[\])}]/gi, '.')
    .replaceAll('\\.', '.')
}
