import { createHash } from 'node:crypto'
import { pageOf, recordsOf, type FakeProvider } from './fake-provider.ts'

/** The database of PhishTank: one list of everything that is online and confirmed. */
export const fakePhishTank: FakeProvider = ({ path, headers }, world) => {
  if (path !== '/online-valid.json') return null
  if (world.manner === 'throttles' || world.manner === 'usedUp') {
    const seconds = Math.ceil((world.freeAt.getTime() - Date.now()) / 1000)
    return { status: 509, headers: { 'x-request-limit-interval': `${seconds} Seconds` }, body: '' }
  }
  if (world.manner === 'changed') return { status: 200, body: '<!DOCTYPE html><html></html>' }
  const { listings } = pageOf(world, '', 0, 100_000)
  const records = recordsOf(world, listings, ({ id, name, link, at }) => ({
    phish_id: Number(id),
    url: link ?? 'https://help.example/',
    phish_detail_url: `http://www.phishtank.com/phish_detail.php?phish_id=${id}`,
    submission_time: at,
    verified: 'yes',
    verification_time: at,
    online: 'yes',
    details: [{ ip_address: '192.0.2.7', cidr_block: '192.0.2.0/24' }],
    target: name,
  }))
  const body = JSON.stringify(records)
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
  if (headers['if-none-match'] === etag) return { status: 304, body: '' }
  return { status: 200, headers: { etag }, body }
}
