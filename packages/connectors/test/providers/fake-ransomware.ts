import { pageOf, recordsOf, type FakeAnswer, type FakeProvider, type Listing, type World } from './fake-provider.ts'

/** Python's format of a time in UTC. */
const pythonTime = (at: string) => at.replace('T', ' ').replace('Z', '000')

/** The list of ransomware.live. */
export const fakeRansomwareLive: FakeProvider = ({ path }, world) => {
  if (path !== '/recentvictims') return null
  if (isThrottled(world)) return { status: 429, body: { error: 'Rate limit exceeded, please try again later.' } }
  return listOf(world, ({ id, name, publisher, text, link, at }) => ({
    victim: name,
    group: publisher,
    activity: 'Financial Services',
    country: 'GB',
    domain: link === null ? '' : new URL(link).hostname,
    description: text,
    attackdate: pythonTime(at),
    discovered: at,
    claim_url: `http://group.onion/post/${id}`,
    url: `https://www.ransomware.live/id/${id}`,
    infostealer: '',
    press: null,
  }))
}

/** The list of RansomLook. */
export const fakeRansomLook: FakeProvider = ({ path }, world) => {
  if (!path.startsWith('/api/recent/')) return null
  if (isThrottled(world)) {
    const seconds = Math.ceil((world.freeAt.getTime() - Date.now()) / 1000)
    return { status: 429, headers: { 'retry-after': String(seconds) }, body: { message: 'Too Many Requests' } }
  }
  return listOf(world, ({ id, name, publisher, text, link, at }) => ({
    post_title: name,
    group_name: publisher,
    discovered: pythonTime(at),
    description: text,
    website: link === null ? '' : new URL(link).hostname,
    link: `/post/${id}`,
    screen: `screenshots/${id}.png`,
  }))
}

function listOf(world: World, write: (listing: Listing) => object): FakeAnswer {
  if (world.manner === 'changed') return { status: 200, body: { victims: [] } }
  return { status: 200, body: recordsOf(world, pageOf(world, '', 0, 500).listings, write) }
}

const isThrottled = ({ manner }: World) => manner === 'throttles' || manner === 'usedUp'
