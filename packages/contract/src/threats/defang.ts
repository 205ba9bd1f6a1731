const address = /\b(https?|ftp):\/\/([^\s/?#]+)/gi
const bareHost = /^(?!@)([\p{L}\p{N}_*-]+(?:\.[\p{L}\p{N}_-]+)*\.(?:\p{L}{2,}|xn--[\p{L}\p{N}-]+))(?=$|[/:?#])/iu

/**
 * An address in a form that nobody opens by accident: `hxxps://`, `[.]` in the host. Text without an address is unchanged, and so is text
 * that is already defanged.
 *
 * @example defang('https://kyc.example.test/v1.2') === 'hxxps://kyc[.]example[.]test/v1.2'
 */
export function defang(text: string): string {
  const withSchemes = text.replaceAll(
    address,
    (_, scheme: string, host: string) =>
      `${scheme.toLowerCase().replace('tt', 'xx').replace('ftp', 'fxp')}://${dotsOf(host)}`,
  )
  return withSchemes.replace(bareHost, dotsOf)
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

function dotsOf(host: string): string {
  return host.replaceAll(/(?<!\[)\.(?!\])/g, '[.]')
}
