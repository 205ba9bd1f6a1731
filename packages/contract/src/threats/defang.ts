const slashes = String.raw`(?:/|%(?:25)*2f){2}`
/** It ends at a slash, a question mark or a number sign, each of which may be percent-encoded in an address within another. */
const host = String.raw`(?:(?!%(?:25)*(?:2f|3f|23))[^\s/?#])+`
/** With the address of a page in its parameters, however often that is encoded. */
const address = new RegExp(`(https?|ftp)((?::|%(?:25)*3a)${slashes})(${host})`, 'gi')
/** A parameter with an address that takes its scheme from the page. */
const withoutScheme = new RegExp(`(?<==|%(?:25)*3d)(${slashes})(${host})`, 'gi')
const bareHost = /^(?!@)([\p{L}\p{N}_*-]+(?:\.[\p{L}\p{N}_-]+)*\.(?:\p{L}{2,}|xn--[\p{L}\p{N}-]+))(?=$|[/:?#])/iu

/**
 * An address in a form that nobody opens by accident: `hxxps://`, `[.]` in the host, and in those of the addresses in it. Text without an
 * address is unchanged, and so is text that is already defanged.
 *
 * @example defang('https://kyc.example.test/v1.2') === 'hxxps://kyc[.]example[.]test/v1.2'
 */
export function defang(text: string): string {
  return text
    .replaceAll(
      address,
      (_, scheme: string, start: string, name: string) =>
        `${scheme.toLowerCase().replace('tt', 'xx').replace('ftp', 'fxp')}${start}${dotsOf(name)}`,
    )
    .replaceAll(withoutScheme, (_, start: string, name: string) => `${start}${dotsOf(name)}`)
    .replace(bareHost, dotsOf)
}

/**
 * A sentence in which the addresses are defanged, wherever they are.
 *
 * @example defangWords('Re: kyc.example.test, ref. 8ac') === 'Re: kyc[.]example[.]test, ref. 8ac'
 */
export function defangWords(text: string): string {
  return text
    .split(/([\s,;()<>"']+|[.:!?]+(?=\s|$))/)
    .map(defang)
    .join('')
}

function dotsOf(name: string): string {
  return name.replaceAll(/(?<!\[)\.(?!\])/g, '[.]')
}
