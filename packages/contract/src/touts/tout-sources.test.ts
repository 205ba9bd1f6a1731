import { describe, expect, test } from 'vitest'
import { anySourceOf, sourceOf, titleFieldOf, titleOf } from '../threats/sources.ts'
import {
  searchFieldsOf,
  sourceInfoOf,
  sourcesOfTouts,
  toutFactOf,
  toutFacts,
  toutFactsOf,
  toutSources,
} from './tout-sources.ts'

test('touts come from thirteen sources', () => {
  expect(toutSources.toSorted()).toEqual(
    'APK DarkWeb Domain Extension FB GitHub GoogleMaps Instagram Telegram Twitter URL WhatsApp YouTube'.split(' '),
  )
})

test('the searches of each source of touts are those that clients rely on', () => {
  const labels = Object.fromEntries(
    toutSources.map((source) => [source, sourcesOfTouts[source].search.map(({ label }) => label)]),
  )
  expect(labels).toEqual({
    APK: ['App name', 'Package name', 'MD5', 'SHA256'],
    Telegram: ['Channel name', 'Channel title', 'Username'],
    Instagram: ['Username', 'Profile Name'],
    Twitter: ['Profile name', 'Handle'],
    FB: ['Group name', 'Page name', 'Profile name'],
    Domain: ['Domain name'],
    GitHub: ['Repository name', 'Repository ID', 'Repository link'],
    YouTube: ['Channel name', 'Video title', 'Video ID'],
    URL: ['Title', 'Link', 'Domain Name', 'Source'],
    Extension: ['Extension Name'],
    GoogleMaps: ['Title'],
    WhatsApp: ['Profile', 'Profile Name'],
    DarkWeb: ['Email'],
  })
})

describe('every source of touts', () => {
  test.each(toutSources)('%s searches and titles by fields it has', (source) => {
    const named: readonly string[] = sourcesOfTouts[source].fields.map(({ field }) => field)
    for (const { field } of sourcesOfTouts[source].search) expect(named).toContain(field)
    for (const threatType of sourcesOfTouts[source].types) {
      expect(named).toContain(titleFieldOf(source, threatType, {}))
      expect(titleOf(source, threatType, {})).toBe(sourcesOfTouts[source].label)
    }
    expect(new Set(named).size).toBe(named.length)
  })
})

test('an extension is titled by its name', () => {
  expect(titleOf('Extension', 'Automatic booking', { extensionName: 'Acme Autofill' })).toBe('Acme Autofill')
})

test('an extension is a source of touts and none of threats', () => {
  expect([anySourceOf('extension'), sourceOf('extension'), anySourceOf('facebook')]).toEqual(['Extension', null, 'FB'])
  expect(searchFieldsOf('tout').has('extensionName')).toBe(true)
  expect(searchFieldsOf('threat').has('extensionName')).toBe(false)
})

test('a source says of touts what it says of touts', () => {
  expect(sourceInfoOf('tout', 'YouTube').types).not.toEqual(sourceInfoOf('threat', 'YouTube').types)
  expect(sourceInfoOf('threat', 'LinkedIn')).toBe(sourceInfoOf('tout', 'LinkedIn'))
})

describe('who sells, what, how to reach them and how many they reach', () => {
  test('is read from the fields of the source, the first that has a value', () => {
    const channel = { channel_data: { title: '', channel_name: 'fast seats', participants_count: 812 } }
    expect(toutFactOf('Telegram', channel, 'seller')).toBe('fast seats')
    expect(toutFactOf('Telegram', channel, 'reach')).toBe('812')
    expect(toutFactOf('Telegram', channel, 'contact')).toBeNull()
    expect(toutFactOf('EASM', { service: 'ssh' }, 'seller')).toBeNull()
  })

  test('is asked of fields that the source has', () => {
    for (const source of toutSources) {
      const every = Object.fromEntries(sourcesOfTouts[source].fields.map(({ field }) => [field, 'x']))
      const nested =
        source === 'Telegram' ? { channel_data: { title: 'x', entity_user_name: 'x', participants_count: 1 } } : {}
      for (const fact of toutFactsOf(source)) {
        expect(toutFactOf(source, { ...every, ...nested }, fact), `${source} ${fact}`).not.toBeNull()
      }
    }
    expect(toutFactsOf(undefined)).toEqual(toutFacts)
    expect(toutFactsOf('Domain')).toEqual([])
  })
})
