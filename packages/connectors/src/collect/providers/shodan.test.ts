import { expect, test } from 'vitest'
import { secondMs } from '@signet/contract/time'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import type { FakeProvider } from '../../../test/providers/fake-provider.ts'
import { fakeShodan } from '../../../test/providers/fake-shodan.ts'

const credentials = { key: 'shodan-secret' }
const run = { fake: fakeShodan, credentials, search: { domains: ['harbour.example'] } }

collectSuite('shodan', {
  fake: fakeShodan,
  credentials,
  search: { domains: ['harbour.example', 'harbour-pay.example'] },
  looksFor: 'domains',
  retryAt: () => new Date(Date.now() + secondMs),
})

test('says which service runs on which of the own hosts, and its known weaknesses', async () => {
  const { observations } = await collected('shodan', { ...run, listings: () => [listing({ id: '22' })] })
  expect(observations).toMatchObject([
    {
      id: '192.0.2.7:22/tcp',
      at: '2026-10-01T08:00:00.000Z',
      fields: {
        service: 'OpenSSH 8.9p1',
        host: 'vpn.harbour.example',
        address: '192.0.2.7',
        port: '22',
        vulnerabilities: 'CVE-2021-3618, CVE-2023-38408',
      },
    },
  ])
})

test('leaves out the hosts of others whose names contain the domain', async () => {
  const service = { ip_str: '192.0.2.8', port: 443, hostnames: ['harbour.example.evil.test'] }
  const fake: FakeProvider = () => ({ status: 200, body: { matches: [service], total: 1 } })
  expect(await collected('shodan', { ...run, fake })).toMatchObject({ observations: [], skipped: [] })
})

test('asks for no page after the last, because each costs a credit', async () => {
  const services = ['1', '2', '3', '4'].map((id) => listing({ id }))
  expect((await collected('shodan', { ...run, listings: () => services })).requests).toHaveLength(2)
})

test('used-up credits are not a wrong key', async () => {
  await expect(collected('shodan', { ...run, manner: 'usedUp' })).rejects.toMatchObject({ reason: 'API_QUOTA_USED' })
})
