import type { Order, ThreatDraft } from '../demo-data.ts'
import { brandKeyIn, profileName } from '../demo-world.ts'
import { ipAddress, phoneNumber, places, streetAddress } from '../companies/invented-names.ts'
import { scoreFor, weighReasons } from './weigh-indicators.ts'

/*
 * Places on maps and advertisements.
 */

/** A place on the map with a phone number that doesn't belong to the client. */
export function mapThreat(order: Order): ThreatDraft {
  const { world, random, campaign } = order
  const placeAddress = streetAddress(random)
  const threatType = random.weighted({ 'Fake branch': 3, 'Fake support number': campaign === 'fake-helpline' ? 12 : 4 })
  const title = `${random.pick(world.mapTitles)}${random.chance(0.6) ? ` ${random.pick(places)}` : ''}`
  const phone = phoneNumber(random)
  const flagged = order.flagged(random)
  const indicators = weighReasons(random, scoreFor(random, order.severity), [
    { name: 'Fake support number', value: `${phone} isn’t the client’s number`, weight: 30 },
    { name: `Name match 0.${random.int(88, 99)}`, value: title, weight: 22 },
    { name: 'No branch at this location', value: placeAddress, weight: 22 },
    { name: `${random.int(2, 12)} user reports`, value: 'Asked callers for a PIN', weight: 20 },
    { name: 'Links to a known threat', value: flagged, weight: 16 },
    { name: 'Reviews posted in one day', value: `${random.int(11, 60)} reviews`, weight: 12 },
    { name: 'Old listing', value: 'Listed for more than 3 years', weight: -9 },
  ])
  const isLinked = indicators.some(({ name }) => name === 'Links to a known threat')
  return {
    source: 'GoogleMaps',
    identity: `${title}\n${phone}\n${placeAddress}`,
    threatType,
    category: 'Impersonation',
    fields: {
      title,
      ProfileName: profileName(world, random, 'support', places),
      phone,
      placeAddress,
      website: `https://${flagged}/`,
      ...(isLinked ? { registrable_domain: flagged } : {}),
    },
    url: `https://maps.example/place/${random.hex(10)}`,
    brandKey: brandKeyIn(world, title),
    class: null,
    indicators,
    feeds: ['map search', 'user report'],
  }
}

/** An advertisement that leads to a site other than the client's. */
export function adThreat(order: Order): ThreatDraft {
  const { world, random } = order
  const threatType = random.weighted({ 'Scam ad': 5, 'Brand bidding': 3, 'Fake investment ad': 3 })
  const advertiser = `${random.pick(world.advertisers)}${random.chance(0.4) ? ` ${random.int(2, 40)}` : ''}`
  const adSource = random.weighted({ 'Search ads': 4, 'Social ads': 4, 'Video ads': 2, 'Display network': 2 })
  const flagged = order.flagged(random)
  const adURL = `https://ads.example/${random.hex(10)}`
  const indicators = weighReasons(random, scoreFor(random, order.severity), [
    { name: 'Links to a known threat', value: flagged, weight: 28 },
    { name: 'Brand in the ad text', value: advertiser, weight: 24 },
    { name: 'Asks for card details', value: 'On the landing page', weight: 26 },
    { name: `Logo match ${random.int(86, 98)}%`, value: 'Client logo in the image', weight: 22 },
    { name: 'Promises fixed returns', weight: 18 },
    { name: 'New advertiser', value: `Account opened ${random.int(1, 12)} days ago`, weight: 14 },
    { name: 'Cloaked landing page', value: `Shown to phones only, not to ${ipAddress(random)}`, weight: 16 },
    { name: 'Low reach', value: `Under ${random.int(2, 9) * 100} views`, weight: -8 },
  ])
  return {
    source: 'Advertisements',
    identity: adURL,
    threatType,
    category: 'Fraud',
    fields: {
      advertiser,
      adURL,
      adSource,
      creative: random.pick(world.adLines),
      landingUrl: `https://${flagged}/${random.pick(['offer', 'start', 'claim'])}`,
      registrable_domain: flagged,
    },
    url: adURL,
    brandKey: brandKeyIn(world, advertiser),
    class: null,
    indicators,
    feeds: ['ad library', 'user report', 'search ads watch'],
  }
}
