import { pageOf, type FakeProvider, type Listing, type World } from './fake-provider.ts'

/** A text list for those who know its key, and a CSV file for everybody. It says when it changed, but has no ETag. */
export const fakeFeeds: FakeProvider = ({ path, headers }, world) => {
  if (world.manner === 'throttles' || world.manner === 'usedUp') {
    const seconds = Math.ceil((world.freeAt.getTime() - Date.now()) / 1000)
    return { status: 429, headers: { 'retry-after': String(seconds) }, body: 'Too Many Requests' }
  }
  if (path === '/list.txt') {
    const isKnown = world.manner !== 'expired' && headers['x-api-key'] === 'feed-secret'
    return isKnown ? listOf(world, headers['if-modified-since'], plainList) : { status: 401, body: 'Unauthorized' }
  }
  return path === '/shared.csv' ? listOf(world, headers['if-modified-since'], csv) : null
}

function listOf(world: World, since: string | undefined, write: (listings: readonly Listing[]) => string) {
  if (world.manner === 'changed') return { status: 200, body: '<!DOCTYPE html>\n<html>\n</html>\n' }
  const { listings } = pageOf(world, '', 0, 100_000)
  const newest = Math.max(0, ...listings.map(({ at }) => Date.parse(at)))
  const changed = new Date(newest).toUTCString()
  if (since === changed) return { status: 304, body: '' }
  const body = write(world.manner === 'malformed' ? listings.slice(1) : listings)
  const broken = world.manner === 'malformed' ? 'help\n' : ''
  return { status: 200, headers: { 'content-type': 'text/plain', 'last-modified': changed }, body: `${body}${broken}` }
}

const addressOf = ({ link }: Listing, page: string) => new URL(page, link ?? 'https://help.example/').href

const plainList = (listings: readonly Listing[]) =>
  ['# updated every hour', ...listings.map((listing) => addressOf(listing, 'signin')), ''].join('\n')

const csv = (listings: readonly Listing[]) =>
  ['id,url,tag', ...listings.map((listing) => `${listing.id},"${addressOf(listing, 'account')}",phishing`), ''].join(
    '\n',
  )
