import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { addDays, hourMs, isoDay, secondMs } from '@signet/contract/time'
import type { Access, Connector } from '../connector.ts'
import { cutAtWord } from '../cut-at-word.ts'
import { eachPage } from '../each-page.ts'
import { readRecords, timeIn, valueAt } from '../read-records.ts'
import { callGraph, graphBase, graphUnconfirmed, nextOf } from './graph-api.ts'

const Texts = z.optional(z.array(z.string()))
const Ad = z.object({
  id: z.string(),
  page_id: z.optional(z.string()),
  page_name: z.string(),
  ad_creative_bodies: Texts,
  ad_creative_link_titles: Texts,
  ad_creative_link_descriptions: Texts,
  ad_creative_link_captions: Texts,
  ad_delivery_start_time: z.optional(z.string()),
  ad_delivery_stop_time: z.optional(z.string()),
  publisher_platforms: Texts,
  eu_total_reach: z.optional(z.int()),
  beneficiary_payers: z.optional(z.array(z.object({ payer: z.optional(z.string()) }))),
})

/** Not `ad_snapshot_url`: it contains the token. */
const fields = Object.keys(Ad.shape).join(',')
const termMax = 100
/** Ads have long texts, and Meta refuses answers that are too large. */
const limit = 100
/** How far back the first run looks, in days. */
const firstDays = 90

const search = (access: Access, query: Record<string, string | number | undefined>) =>
  callGraph(access, { path: '/ads_archive', query: { ...query, ad_type: 'ALL', ad_active_status: 'ALL' } })

/** Ads on Facebook and Instagram that name a brand; other than political ones only if they were shown in the EU or the United Kingdom. */
export const metaAds: Connector = {
  base: graphBase,
  everyMs: 6 * hourMs,
  spacingMs: 5 * secondMs,
  quota: { calls: 200, perMs: hourMs },
  api: {
    calls: ['GET /ads_archive'],
    documentation: 'https://developers.facebook.com/docs/graph-api/reference/ads_archive/',
    permission: 'a token with `ads_read` of a person who has confirmed identity and location to Meta',
    checked: '2026-11-23',
    unconfirmed: `${graphUnconfirmed}; the number of calls per hour`,
  },
  async check(access) {
    await search(access, { search_terms: 'test', ad_reached_countries: '["DE"]', fields: 'id', limit: 1 })
    return 'OK'
  },
  collect(access, { terms, countries }, cursor) {
    const reached = JSON.stringify(countries.length > 0 ? countries : ['ALL'])
    return eachPage(terms, cursor, async (term, page, since) => {
      const { json } = await search(access, {
        search_terms: cutAtWord(term, termMax),
        search_type: 'KEYWORD_EXACT_PHRASE',
        ad_reached_countries: reached,
        ad_delivery_date_min:
          since === null ? addDays(isoDay(Date.now()), -firstDays) : addDays(since.slice(0, 10), -1),
        fields,
        limit,
        after: page ?? undefined,
      })
      return { ...readRecords(access, valueAt(json, 'data'), Ad, observe), next: nextOf(json) }
    })
  },
}

/** The caption of a link is a text that the advertiser wrote; the library doesn't say where the link leads to. */
const hostPattern = /^(?:https?:\/\/)?((?:[a-z0-9\u00a1-\uffff_-]+\.)+[a-z0-9\u00a1-\uffff-]{2,})(?:[:/?#]|$)/i

function observe(ad: z.output<typeof Ad>): SourceObservation {
  const { id, page_name: advertiser, ad_creative_bodies: bodies = [], eu_total_reach: reach } = ad
  const url = `https://www.facebook.com/ads/library/?id=${id}`
  const captions = ad.ad_creative_link_captions ?? []
  const hosts = [...new Set(captions.flatMap((caption) => hostPattern.exec(caption.trim())?.[1]?.toLowerCase() ?? []))]
  const payers = [...new Set((ad.beneficiary_payers ?? []).flatMap(({ payer }) => payer ?? []))]
  const texts = [...bodies, ...(ad.ad_creative_link_titles ?? []), ...(ad.ad_creative_link_descriptions ?? [])]
  const [creative] = bodies
  const [landing] = hosts
  return {
    source: 'Advertisements',
    kind: 'advertisement',
    id,
    at: timeIn(ad.ad_delivery_start_time),
    url,
    fields: {
      advertiser,
      adURL: url,
      adSource: 'Meta',
      ...(ad.page_id === undefined ? {} : { advertiserId: ad.page_id }),
      ...(creative === undefined ? {} : { creative }),
      ...(landing === undefined ? {} : { landingUrl: `https://${landing}/` }),
      ...(payers.length === 0 ? {} : { payer: payers.join(', ') }),
      ...(ad.ad_delivery_start_time === undefined ? {} : { firstShown: ad.ad_delivery_start_time }),
      ...(ad.ad_delivery_stop_time === undefined ? {} : { lastShown: ad.ad_delivery_stop_time }),
      ...(ad.publisher_platforms === undefined ? {} : { platforms: ad.publisher_platforms.join(', ') }),
      ...(reach === undefined ? {} : { reach }),
    },
    names: [...new Set([advertiser, ...payers])],
    handle: null,
    text: [...new Set(texts)].join('\n'),
    links: hosts.map((host) => `https://${host}/`),
    phones: [],
    account: null,
    pictureUrl: null,
  }
}
