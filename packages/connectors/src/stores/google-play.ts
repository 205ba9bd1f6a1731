import * as z from 'zod/mini'
import { secondMs } from '@signet/contract/time'
import { headerOf, jsonIn, sendCall, storable } from '../collect/call-api.ts'
import type { Access } from '../collect/connector.ts'
import { ConnectorError } from '../connector-error.ts'
import { statusError } from '../guarded-fetch.ts'
import { readRobots } from '../site/robots.ts'
import { scriptsIn } from '../site/scripts-in.ts'
import type { StoreListing } from './store-listing.ts'

/** What the page says of its app to search engines (schema.org, SoftwareApplication). */
const App = z.object({
  '@type': z.literal('SoftwareApplication'),
  name: z.string().check(z.minLength(1)),
  url: z.optional(z.string()),
  description: z.optional(z.string()),
  image: z.optional(z.string()),
  author: z.optional(z.object({ name: z.string(), url: z.optional(z.string()) })),
})

/** Google Play has no API for apps of others. */
export const googlePlay = { base: 'https://play.google.com', spacingMs: 3 * secondMs } as const

const path = '/store/apps/details'

/**
 * Reads the one page of an app in Google Play that a person named, if its robots.txt allows it. The page says who publishes an app, not who
 * signed it, and not its permissions.
 *
 * @param country of whose store, ISO 3166-1 alpha-2; null for the usual one
 * @returns null if the store has no such app
 * @throws ConnectorError
 */
export async function readGooglePlay(
  access: Access,
  { packageName, country }: { packageName: string; country: string | null },
): Promise<StoreListing | null> {
  const { host } = new URL(access.base)
  const query = { id: packageName, hl: 'en', gl: country ?? undefined }
  await requireAllowed(access, `${path}?id=${packageName}&hl=en`)
  const headers = { accept: 'text/html', 'accept-language': 'en' }
  const answer = await sendCall(access, { path, query, headers })
  if (answer.status === 404) return null
  if (answer.status !== 200) throw statusError(host, answer.status, headerOf(answer, 'retry-after'))
  const html = storable(answer.body.toString('utf8'))
  const app = appIn(html)
  if (!app) throw new ConnectorError('API_ANSWER_CHANGED', { host, field: 'SoftwareApplication' })
  const url = `${googlePlay.base}${path}?id=${packageName}`
  return { url, document: { type: 'text/html', text: html }, observation: observe(app, packageName, url) }
}

function appIn(html: string): z.output<typeof App> | null {
  for (const text of scriptsIn(html, 'application/ld+json')) {
    const read = z.safeParse(App, jsonIn(Buffer.from(text)))
    if (read.success) return read.data
  }
  return null
}

function observe(
  { name, description, image, author }: z.output<typeof App>,
  packageName: string,
  url: string,
): StoreListing['observation'] {
  return {
    source: 'APK',
    kind: 'app',
    id: packageName,
    at: null,
    url,
    fields: { appName: name, packageName, store: 'Google Play', ...(author ? { publisher: author.name } : {}) },
    names: author ? [name, author.name] : [name],
    handle: packageName,
    text: description ?? '',
    links: author?.url?.startsWith('http') && !author.url.startsWith(googlePlay.base) ? [author.url] : [],
    phones: [],
    account: null,
    pictureUrl: image ?? null,
  }
}

/** Without the file everything is allowed (RFC 9309, section 2.3.1). */
async function requireAllowed(access: Access, address: string): Promise<void> {
  const { host } = new URL(access.base)
  const answer = await sendCall(access, { path: '/robots.txt' })
  if (answer.status === 429 || answer.status >= 500)
    throw statusError(host, answer.status, headerOf(answer, 'retry-after'))
  if (answer.status !== 200) return
  if (!readRobots(answer.body.toString('utf8'), 'Signet')(address)) throw new ConnectorError('ROBOTS_REFUSED', { host })
}
