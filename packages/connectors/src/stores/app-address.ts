/** The page or the file of an app, by its address. */
export type AppAddress =
  | { kind: 'googlePlay'; packageName: string; country: string | null }
  | { kind: 'appStore'; id: string; country: string }
  | { kind: 'file'; address: string }

const packagePattern = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/
const packageMax = 200

/**
 * What an address leads to: the page of an app in Google Play or the App Store, or a file. What a file is, only its content tells.
 *
 * @returns null for what is no web address, and for pages of the stores that are not those of one app
 */
export function appAddressOf(text: string): AppAddress | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  if (url.hostname === 'play.google.com') return inGooglePlay(url)
  if (url.hostname === 'apps.apple.com' || url.hostname === 'itunes.apple.com') return inAppStore(url)
  return { kind: 'file', address: url.href }
}

function inGooglePlay({ pathname, searchParams }: URL): AppAddress | null {
  const packageName = searchParams.get('id') ?? ''
  const isApp = /^\/store\/apps\/details\/?$/.test(pathname)
  if (!isApp || packageName.length > packageMax || !packagePattern.test(packageName)) return null
  return { kind: 'googlePlay', packageName, country: countryIn(searchParams.get('gl')) }
}

function inAppStore({ pathname }: URL): AppAddress | null {
  const [, country = null, id] = /^\/(?:([a-z]{2})\/)?app\/(?:[^/]+\/)?id(\d{1,20})\/?$/i.exec(pathname) ?? []
  return id === undefined ? null : { kind: 'appStore', id, country: countryIn(country) ?? 'US' }
}

const countryIn = (text: string | null) => (text !== null && /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : null)
