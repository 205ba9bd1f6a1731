import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { hourMs, secondMs } from '@signet/contract/time'
import { callApi } from '../call-api.ts'
import type { Access, Connector } from '../connector.ts'
import { eachPage } from '../each-page.ts'
import { addressOf, readRecords, timeIn } from '../read-records.ts'

const Post = z.object({
  post_title: z.string(),
  group_name: z.string(),
  discovered: z.string(),
  description: z.nullish(z.string()),
  website: z.nullish(z.string()),
  /** On the site of the group, often without its host. */
  link: z.nullish(z.string()),
})

/** More than are added within a day. */
const limit = 500

const recent = (access: Access, count: number) => callApi(access, { path: `/api/recent/${count}` })

/** The latest posts of ransomware groups. There is no search: a run reads the whole list. */
export const ransomLook: Connector = {
  isList: true,
  base: 'https://www.ransomlook.io',
  everyMs: hourMs,
  spacingMs: 10 * secondMs,
  quota: null,
  api: {
    calls: ['GET /api/recent/{number}'],
    documentation: 'https://www.ransomlook.io/doc/',
    permission: '',
    checked: '2026-11-23',
    unconfirmed: 'the limits and the answer to too many calls',
  },
  async check(access) {
    await recent(access, 1)
    return 'OK'
  },
  collect(access, _search, cursor) {
    return eachPage([''], cursor, async () => {
      const { json } = await recent(access, limit)
      return { ...readRecords(access, json, Post, observe), next: null }
    })
  },
}

function observe(post: z.output<typeof Post>): SourceObservation {
  const { post_title: title, group_name: group, discovered, description, website, link } = post
  return {
    source: 'DarkWeb',
    kind: 'claim',
    id: `${group}: ${title}`,
    at: timeIn(discovered),
    url: null,
    fields: {
      author_username: group,
      post_title: title,
      ...(link ? { claimUrl: link } : {}),
      ...(website ? { website } : {}),
    },
    names: [title],
    handle: group,
    text: description ?? '',
    links: website ? [addressOf(website)] : [],
    phones: [],
    account: null,
    pictureUrl: null,
  }
}
