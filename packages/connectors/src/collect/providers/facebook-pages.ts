import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { hourMs, secondMs } from '@signet/contract/time'
import type { Connector } from '../connector.ts'
import { cutAtWord } from '../cut-at-word.ts'
import { eachPage } from '../each-page.ts'
import { readRecords, valueAt } from '../read-records.ts'
import { callGraph, graphBase, graphUnconfirmed, nextOf } from './graph-api.ts'

const Page = z.object({
  id: z.string(),
  name: z.string(),
  link: z.optional(z.string()),
  verification_status: z.optional(z.string()),
})

const fields = 'id,name,link,verification_status'
const termMax = 100
/** The largest number of pages in an answer. */
const limit = 100

/** Facebook pages with a brand in their name. Profiles, groups and Marketplace have no search that others may use. */
export const facebookPages: Connector = {
  base: graphBase,
  everyMs: 12 * hourMs,
  spacingMs: 2 * secondMs,
  quota: { calls: 200, perMs: hourMs },
  api: {
    calls: ['GET /pages/search'],
    documentation: 'https://developers.facebook.com/documentation/pages-api/search-pages',
    permission: 'an app that Meta has reviewed for Page Public Metadata Access',
    checked: '2026-11-23',
    unconfirmed: `${graphUnconfirmed}; the field \`verification_status\` of a found page; the length of a term; the number of calls per hour`,
  },
  async check(access) {
    await callGraph(access, { path: '/pages/search', query: { q: 'test', fields: 'id', limit: 1 } })
    return 'OK'
  },
  collect(access, { terms }, cursor) {
    return eachPage(terms, cursor, async (term, page) => {
      const query = { q: cutAtWord(term, termMax), fields, limit, after: page ?? undefined }
      const { json } = await callGraph(access, { path: '/pages/search', query })
      return { ...readRecords(access, valueAt(json, 'data'), Page, observe), next: nextOf(json) }
    })
  },
}

function observe({ id, name, link, verification_status: verification }: z.output<typeof Page>): SourceObservation {
  const url = link ?? `https://www.facebook.com/${id}`
  return {
    source: 'FB',
    kind: 'profile',
    id,
    at: null,
    url,
    fields: { subtype: 'Pages', PageName: name, ProfileUrl: url },
    names: [name],
    handle: handleIn(url),
    text: '',
    links: [],
    phones: [],
    account: {
      createdAt: null,
      followers: null,
      following: null,
      isVerified: verification === 'blue_verified' || verification === 'gray_verified',
    },
    pictureUrl: null,
  }
}

/** Pages without a name of their own have their id, after their title, in its place. */
function handleIn(url: string): string | null {
  const [, handle] = URL.canParse(url) ? (/^\/([A-Za-z0-9.]{5,50})\/?$/.exec(new URL(url).pathname) ?? []) : []
  return handle === undefined || /^\d+$/.test(handle) ? null : handle
}
