import { isRecord } from '@signet/contract/narrow'
import { secondMs } from '@signet/contract/time'
import { pageOf, recordsOf, type FakeAnswer, type FakeProvider, type Listing, type World } from './fake-provider.ts'

/** Bank accounts have odd numbers here, wallets even ones. */
const isBankAccount = ({ id }: Listing) => Number(id) % 2 === 1
const attribute = (relation: string, value: string) => ({
  object_relation: relation,
  type: 'text',
  value,
  deleted: false,
})

const accountOf = ({ id }: Listing) => id.padStart(8, '0')

/** Of an invented bank, with the check digits of ISO 13616. */
function ibanOf(account: string): string {
  const digits = `HARB202020${account}GB00`.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))
  return `GB${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}HARB202020${account}`
}

/** The search for objects of MISP. */
export const fakeMisp: FakeProvider = ({ method, path, headers, body }, world) => {
  const failure = failureOf(world, headers.authorization)
  if (failure) return failure
  if (path === '/servers/getVersion') return { status: 200, body: { version: '2.5.20', perm_sync: false } }
  if (method !== 'POST' || path !== '/objects/restSearch') return null
  if (world.manner === 'changed') return { status: 200, body: { Object: [] } }
  const asked: unknown = JSON.parse(body)
  if (!isRecord(asked)) return null
  const since = Number(asked['timestamp'] ?? 0) * secondMs
  const of = {
    ...world,
    listings: (term: string) =>
      world
        .listings(term)
        .filter(
          (each) => isBankAccount(each) === (asked['object_name'] === 'bank-account') && Date.parse(each.at) >= since,
        ),
  }
  const { listings } = pageOf(of, '', (Number(asked['page']) - 1) * world.pageSize)
  const response = recordsOf(world, listings, (listing) => ({
    Object: {
      id: listing.id,
      uuid: `b4712203-95a8-4883-80e9-${listing.id}`,
      name: asked['object_name'],
      event_id: '42',
      timestamp: String(Date.parse(listing.at) / secondMs),
      deleted: false,
      comment: '',
      Event: { id: '42', info: listing.text },
      Attribute: isBankAccount(listing)
        ? [
            attribute('account', accountOf(listing)),
            attribute('iban', ibanOf(accountOf(listing))),
            attribute('account-name', listing.name),
            attribute('institution-name', 'Quay Bank'),
            { ...attribute('beneficiary', 'Withdrawn'), deleted: true },
          ]
        : [
            attribute('address-crypto', `0x${listing.id.padStart(40, 'a')}`),
            attribute('symbol', 'ETH'),
            attribute('text', listing.name),
          ],
    },
  }))
  return { status: 200, body: { response } }
}

function failureOf({ manner, freeAt }: World, key: string | undefined): FakeAnswer | null {
  if (manner === 'throttles' || manner === 'usedUp') {
    const seconds = Math.ceil((freeAt.getTime() - Date.now()) / secondMs)
    return { ...refused(429, 'Rate limit exceeded.'), headers: { 'x-rate-limit-reset': String(seconds) } }
  }
  if (manner !== 'expired' && key) return null
  return refused(
    403,
    'Authentication failed. Please make sure you pass the API key of an API enabled user along in the Authorization header.',
  )
}

const refused = (status: number, message: string): FakeAnswer => ({
  status,
  body: { name: message, message, url: '/objects/restSearch' },
})
