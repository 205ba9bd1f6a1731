import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeDns, type FakeDns } from '../../test/fake-dns.ts'
import { readBlockList } from './read-block-list.ts'

let dns: FakeDns
beforeAll(async () => {
  dns = await startFakeDns()
})
afterAll(() => dns.close())
const read = (domain: string) => readBlockList('list.example', domain, { servers: [dns.address], timeoutMs: 250 })

test.each(['127.0.1.4', '127.0.0.2', '127.0.0.64'])('a domain with the address %s is listed', async (address) => {
  dns.set('bad.example.list.example', { a: [address] })
  expect(await read('bad.example')).toBe(true)
})

test('a domain without an address is not listed', async () => {
  expect(await read('good.example')).toBe(false)
})

test.each(['127.0.0.1', '127.255.255.254'])('the address %s is a refused query, not a listing', async (address) => {
  dns.set('refused.example.list.example', { a: [address] })
  await expect(read('refused.example')).rejects.toMatchObject({ reason: 'BLOCK_LIST_REFUSED', kind: 'unauthorised' })
})

test('an address of another network is no answer of a block list', async () => {
  dns.set('invented.example.list.example', { a: ['203.0.113.7'] })
  await expect(read('invented.example')).rejects.toMatchObject({ reason: 'BLOCK_LIST_INVALID' })
})

test('a list that fails gives no answer', async () => {
  dns.set('broken.example.list.example', { trouble: 'servfail' })
  await expect(read('broken.example')).rejects.toMatchObject({ reason: 'DNS_NOT_ANSWERING' })
})
