import { expect, test } from 'vitest'
import { askedConnectorNames } from '@signet/contract/collection/connectors'
import { keysIn } from '@signet/contract/narrow'
import { fakeProviders } from '../../test/providers/fakes.ts'
import { knownListing, lookUpSuite, type LookUpUnderSuite } from '../../test/providers/look-up-suite.ts'
import type { AskedProvider } from './connector.ts'
import { askedConnectors } from './connectors.ts'

const { id, handle, name, link } = knownListing
const url = link ?? ''
const host = new URL(url).host
const addresses = [
  { kind: 'url', value: url },
  { kind: 'host', value: host },
] as const

const suites: Partial<Record<keyof typeof fakeProviders, LookUpUnderSuite>> = {
  appStore: {
    known: [{ kind: 'listing', value: `https://apps.apple.com/gb/app/umber/id${id}` }],
    unknown: { kind: 'listing', value: 'https://apps.apple.com/gb/app/umber/id1' },
    says: name,
  },
  malwareBazaar: {
    credentials: { key: 'secret-key-1' },
    known: [{ kind: 'fileHash', value: id.padStart(64, 'a') }],
    unknown: { kind: 'fileHash', value: 'b'.repeat(32) },
    says: 'SpyNote',
  },
  urlhaus: {
    credentials: { key: 'secret-key-1' },
    known: addresses,
    unknown: { kind: 'host', value: 'other.example' },
    says: 'malware_download',
  },
  urlscan: {
    credentials: { key: 'secret-key-1' },
    known: addresses,
    unknown: { kind: 'url', value: 'https://other.example/' },
    says: 'malicious, score 100',
  },
  x: {
    credentials: { token: 'secret-token-1' },
    known: [{ kind: 'account', value: handle }],
    unknown: { kind: 'account', value: 'somebody' },
    says: '12',
  },
  youtube: {
    credentials: { key: 'secret-key-1' },
    known: [{ kind: 'account', value: handle }],
    unknown: { kind: 'account', value: 'somebody' },
    says: name,
  },
  github: {
    credentials: { token: 'secret-token-1' },
    known: [{ kind: 'repository', value: `owner-${id}/${handle}` }],
    unknown: { kind: 'repository', value: 'umber/other' },
    says: `owner-${id}/${handle}`,
  },
  telegramPreview: {
    known: [{ kind: 'account', value: handle }],
    unknown: { kind: 'account', value: 'somebody' },
    says: name,
  },
  virusTotal: {
    credentials: { key: 'secret-key-1' },
    known: [{ kind: 'fileHash', value: id.padStart(64, 'a') }, ...addresses],
    unknown: { kind: 'url', value: 'https://other.example/' },
    says: 'malicious 12, suspicious 1, undetected 57',
  },
  androZoo: {
    credentials: { key: 'secret-key-1' },
    known: [{ kind: 'fileHash', value: id.padStart(64, 'a') }],
    unknown: { kind: 'fileHash', value: 'b'.repeat(64) },
    says: '65536',
    readsBeginning: true,
  },
}

test('every look-up is tried', () => {
  const able = askedConnectorNames.filter((each) => {
    const { lookUp }: AskedProvider = askedConnectors[each]
    return lookUp
  })
  expect(Object.keys(suites).toSorted()).toEqual(able.toSorted())
})

for (const each of keysIn(fakeProviders)) {
  const suite = suites[each]
  if (suite) lookUpSuite(each, suite)
}
