import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { ConnectorError } from '../connector-error.ts'
import type { Collected } from './collected.ts'
import { nameIn } from './host-name.ts'

/** The name of the bundled feed, and of its npm package. */
export const bundledFeed = 'eth-phishing-detect'

/**
 * Reads the phishing domains of the installed npm package `eth-phishing-detect`: the `blacklist` of its `src/config.json`. Its `whitelist`
 * and `fuzzylist` contain legitimate names and are not read.
 *
 * @throws ConnectorError `changed_format` when the package is missing or contains no such list
 */
export async function readBundledFeed(into: Collected, feed: string = bundledFeed): Promise<void> {
  const names = await loadBlacklist(feed).catch((cause: unknown) => {
    throw new ConnectorError('FEED_MISSING', { feed }, { cause })
  })
  for (const [index, entry] of names.entries()) {
    const name = typeof entry === 'string' ? nameIn(entry) : null
    if (name === null) into.skip(index + 1, 'no host in it')
    else into.accept(name, index + 1)
  }
}

async function loadBlacklist(feed: string): Promise<unknown[]> {
  const path = createRequire(import.meta.url).resolve(`${feed}/src/config.json`)
  const config: unknown = JSON.parse(await readFile(path, 'utf8'))
  if (typeof config === 'object' && config !== null && 'blacklist' in config && Array.isArray(config.blacklist)) {
    return config.blacklist
  }
  throw new TypeError('no blacklist in config.json')
}
