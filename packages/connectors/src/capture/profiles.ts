import type { BrowserContextOptions } from 'playwright-core'
import type { CaptureProfile } from '@signet/contract/takedowns/captures'

/** A visitor with a certain device. */
export interface Visitor {
  profile: CaptureProfile
  device: BrowserContextOptions
  /** With `{version}` for the major version of the browser. */
  userAgent: string
  /** The page that the visitor comes from. */
  referer?: string
  /** Added to the address if it has no such parameter. */
  clickId?: { name: string; value: string }
}

/** A visitor who enters the address, and one who clicks an ad on a phone: pages that hide often show their content to the second only. */
export const visitors: readonly Visitor[] = [
  {
    profile: 'desktop',
    device: { viewport: { width: 1366, height: 900 } },
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{version}.0.0.0 Safari/537.36',
  },
  {
    profile: 'phone',
    device: { viewport: { width: 412, height: 839 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{version}.0.0.0 Mobile Safari/537.36',
    referer: 'https://www.google.com/',
    clickId: { name: 'gclid', value: 'EAIaIQobChMI0Z6bq9yXhAMVkHxMCR0q5wP1EAAYASAAEgK2' },
  },
]

/** The browser settings for a visitor; `version` is that of the browser. */
export function contextOf({ device, userAgent }: Visitor, version: string): BrowserContextOptions {
  return {
    ...device,
    userAgent: userAgent.replace('{version}', version.split('.')[0] ?? ''),
    locale: 'en-US',
    timezoneId: 'UTC',
    acceptDownloads: false,
    serviceWorkers: 'block',
    // Pages with a wrong certificate are evidence too.
    ignoreHTTPSErrors: true,
  }
}

/**
 * The addresses that the visitor opens, in this order until a server responds: a site that no longer answers without TLS is opened with it,
 * as browsers do.
 */
export function addressesFor({ clickId }: Visitor, address: string): string[] {
  const url = new URL(address)
  if (clickId && !url.searchParams.has(clickId.name)) url.searchParams.set(clickId.name, clickId.value)
  return url.protocol === 'http:' && url.port === '' ? [url.href, url.href.replace('http:', 'https:')] : [url.href]
}
