import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { dayMs, hourMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import type { Access, Connector } from '../connector.ts'
import { eachPage } from '../each-page.ts'
import { readRecords, valueAt } from '../read-records.ts'
import { similarHandles } from '../similar-handles.ts'
import { callGraph, graphBase, graphUnconfirmed } from './graph-api.ts'

const Profile = z.object({
  id: z.string(),
  username: z.string(),
  name: z.optional(z.string()),
  biography: z.optional(z.string()),
  website: z.optional(z.string()),
  followers_count: z.optional(z.int()),
  follows_count: z.optional(z.int()),
  profile_picture_url: z.optional(z.string()),
})

const fields = 'id,username,name,biography,website,followers_count,follows_count,profile_picture_url'
/** The code of an error that says that there is no such professional account. */
const noAccount = 110

const isHandle = (handle: string) => /^[a-z0-9_](?:[a-z0-9._]{0,28}[a-z0-9_])?$/.test(handle)
const accountPath = ({ credentials }: Access) => `/${encodeURIComponent(credentials.accountId ?? '')}`

/**
 * Professional accounts whose names resemble those of the company, looked up one by one: Instagram has no search for accounts. Private
 * accounts and those of persons can't be looked up.
 */
export const instagram: Connector = {
  base: graphBase,
  everyMs: dayMs,
  spacingMs: 2 * secondMs,
  quota: { calls: 200, perMs: hourMs },
  api: {
    calls: ['GET /{account}?fields=business_discovery.username(…)'],
    documentation: 'https://developers.facebook.com/docs/instagram-api/guides/business-discovery',
    permission: '`instagram_basic` and `pages_read_engagement` for a professional account of your own',
    checked: '2026-11-23',
    unconfirmed: `${graphUnconfirmed}; the error of a name without an account (known from public code); the number of calls per hour`,
  },
  async check(access) {
    const { json } = await callGraph(access, { path: accountPath(access), query: { fields: 'username' } })
    const username = valueAt(json, 'username')
    return typeof username === 'string' ? `@${username}` : 'OK'
  },
  collect(access, { terms, handles }, cursor) {
    return eachPage(similarHandles([...handles, ...terms], isHandle), cursor, async (username) => {
      const query = { fields: `business_discovery.username(${username}){${fields}}` }
      const { json } = await callGraph(access, { path: accountPath(access), query }, noAccount)
      if (valueAt(json, 'error.code') === noAccount) return { observations: [], skipped: [], next: null }
      const profile = valueAt(json, 'business_discovery')
      if (profile === undefined) {
        const { host } = new URL(access.base)
        throw new ConnectorError('API_ANSWER_CHANGED', { host, field: 'business_discovery' })
      }
      return { ...readRecords(access, [profile], Profile, observe), next: null }
    })
  },
}

function observe(profile: z.output<typeof Profile>): SourceObservation {
  const { id, username, name, biography, website, followers_count: followers, follows_count: following } = profile
  const url = `https://www.instagram.com/${username}/`
  return {
    source: 'Instagram',
    kind: 'profile',
    id,
    at: null,
    url,
    fields: {
      Username: username,
      ...(name === undefined ? {} : { ProfileName: name }),
      ProfileUrl: url,
      ...(followers === undefined ? {} : { followers }),
    },
    names: name === undefined ? [] : [name],
    handle: username,
    text: biography ?? '',
    links: website === undefined || website === '' ? [] : [website],
    phones: [],
    account: { createdAt: null, followers: followers ?? null, following: following ?? null, isVerified: false },
    pictureUrl: profile.profile_picture_url ?? null,
  }
}
