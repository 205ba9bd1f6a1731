import type { Order, ThreatDraft } from '../demo-data.ts'
import { profileName } from '../demo-world.ts'
import { personName, phoneNumber, places, streetAddress } from '../companies/invented-names.ts'
import { draftOf, judgedVersion, logoAgreement, luringText, observed } from './judged-observation.ts'

/*
 * Places on maps and advertisements.
 */

/** A place on the map with a phone number that doesn't belong to the client. */
export function mapThreat(order: Order): ThreatDraft | undefined {
  const { world, random } = order
  const placeAddress = streetAddress(random)
  const title = `${random.pick(world.mapTitles)}${random.chance(0.6) ? ` ${random.pick(places)}` : ''}`
  const phone = phoneNumber(random)
  const owner = profileName(world, random, 'support', places)
  const placeId = random.hex(10)
  const flagged = order.flagged(random)
  const url = `https://maps.example/place/${placeId}`
  const judged = judgedVersion(order, (own) => {
    const domain = own.chance(0.5) ? flagged : null
    const website = domain === null ? null : `https://${domain}/`
    const isListed = own.chance(0.8)
    return {
      observation: observed({
        source: 'GoogleMaps',
        kind: 'place',
        id: placeId,
        url,
        names: [title],
        text: own.chance(0.5) ? luringText(order, own, '') : '',
        links: website === null ? [] : [website],
        phones: isListed ? [phone] : [],
        fields: {
          title,
          ProfileName: owner,
          placeId,
          placeAddress,
          ...(isListed ? { phone } : {}),
          ...(website === null ? {} : { website, registrable_domain: domain }),
        },
      }),
      agreement: null,
    }
  })
  return (
    judged &&
    draftOf(order, judged, {
      identity: `${title}\n${phone}\n${placeAddress}`,
      category: 'Impersonation',
      feeds: ['map search', 'user report'],
    })
  )
}

/** An advertisement that leads to a site other than the client's. */
export function adThreat(order: Order): ThreatDraft | undefined {
  const { world, random } = order
  const advertiser = `${random.pick(world.advertisers)}${random.chance(0.4) ? ` ${random.int(2, 40)}` : ''}`
  const adSource = random.weighted({ 'Search ads': 4, 'Social ads': 4, 'Video ads': 2, 'Display network': 2 })
  const flagged = order.flagged(random)
  const adURL = `https://ads.example/${random.hex(10)}`
  const line = random.pick(world.adLines)
  const landingUrl = `https://${flagged}/${random.pick(['offer', 'start', 'claim'])}`
  const judged = judgedVersion(order, (own) => {
    const creative = luringText(order, own, line)
    const payer = personName(own)
    return {
      observation: observed({
        source: 'Advertisements',
        kind: 'advertisement',
        id: adURL,
        url: adURL,
        names: [advertiser, payer],
        text: creative,
        links: [landingUrl],
        fields: { advertiser, adURL, adSource, creative, landingUrl, payer, registrable_domain: flagged },
      }),
      agreement: logoAgreement(own),
    }
  })
  return (
    judged &&
    draftOf(order, judged, {
      identity: adURL,
      category: 'Fraud',
      feeds: ['ad library', 'user report', 'search ads watch'],
    })
  )
}
