import { expect, test } from 'vitest'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import { fakeGooglePlaces } from '../../../test/providers/fake-google-places.ts'
import { nextMidnight } from './google-failures.ts'

const credentials = { key: 'AIzaSecret' }
const run = { fake: fakeGooglePlaces, credentials }

collectSuite('googlePlaces', { fake: fakeGooglePlaces, credentials })

test('collects the phone and site of a place, and leaves out what a place lacks', async () => {
  const place = listing({ id: '1', phone: '+44 20 7946 0001' })
  const { observations } = await collected('googlePlaces', {
    ...run,
    search: { terms: ['Harbour Bank'] },
    listings: () => [place, listing({ id: '2', link: null })],
  })
  expect(observations).toMatchObject([
    { phones: [place.phone], links: [place.link], fields: { phone: place.phone, website: place.link } },
    { phones: [], links: [] },
  ])
  expect(Object.keys(observations[1]?.fields ?? {})).toEqual(['title', 'placeId', 'placeAddress', 'businessStatus'])
})

test('searches in each country of the company', async () => {
  const search = { terms: ['Harbour Bank', 'Harbour Pay'], countries: ['GB', 'IE'] }
  expect((await collected('googlePlaces', { ...run, search })).requests).toHaveLength(4)
})

test('a used-up quota of a day is free again at midnight Pacific time', async () => {
  const retryAt = nextMidnight(new Date(), 'America/Los_Angeles')
  const search = { terms: ['Harbour Bank'] }
  await expect(collected('googlePlaces', { ...run, search, manner: 'usedUp' })).rejects.toMatchObject({
    reason: 'API_QUOTA_USED',
    retryAt,
  })
})
