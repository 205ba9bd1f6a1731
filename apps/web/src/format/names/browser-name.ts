import { t } from '../words.ts'

/** Identified by a part of the user agent. Other browsers also contain "Chrome", so it comes late in the list. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

const nameIn = (names: readonly (readonly [string, string])[], text: string) =>
  names.find(([sign]) => text.includes(sign))?.[1]

/** A readable user agent: `Chrome on Windows`, or the name of a program, e.g. `curl`. */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return t('unknownDevice')
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (browser && system) return t('browserOnSystem', { browser, system })
  return browser ?? system ?? (/^[\w.-]{1,40}/.exec(userAgent)?.[0] || t('unknownDevice'))
}
