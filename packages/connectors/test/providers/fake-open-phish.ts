import { pageOf, type FakeProvider } from './fake-provider.ts'

/** The community feed of OpenPhish: an address on each line. */
export const fakeOpenPhish: FakeProvider = ({ path }, world) => {
  if (path !== '/refs/heads/main/feed.txt') return null
  if (world.manner === 'throttles' || world.manner === 'usedUp') {
    const seconds = Math.ceil((world.freeAt.getTime() - Date.now()) / 1000)
    return { status: 429, headers: { 'retry-after': String(seconds) }, body: '429: Too Many Requests' }
  }
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  if (world.manner === 'changed') return { status: 200, headers, body: '<!DOCTYPE html>\n<html>\n</html>\n' }
  const { listings } = pageOf(world, '', 0, 500)
  const lines = listings.map(({ link, name }, index) =>
    world.manner === 'malformed' && index === 0 ? 'help' : `${link ?? 'https://help.example/'}?for=${name}`,
  )
  return { status: 200, headers, body: `${lines.join('\n')}\n` }
}
