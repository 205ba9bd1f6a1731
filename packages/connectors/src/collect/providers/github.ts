import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { textIn } from '@signet/contract/narrow'
import { hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { statusError } from '../../guarded-fetch.ts'
import { callApi, headerOf, replyOf, type ApiCall, type FailureOf } from '../call-api.ts'
import type { Access, Connector, LookUpAnswer, LookUpRecord } from '../connector.ts'
import { cutAtWord } from '../cut-at-word.ts'
import { eachPage } from '../each-page.ts'
import { lookUpAnswer } from '../look-up-answer.ts'
import { readOne, readRecords, timeIn, valueAt } from '../read-records.ts'

const Owner = z.object({ login: z.string(), avatar_url: z.optional(z.string()) })
const Repository = z.object({
  id: z.int(),
  name: z.string(),
  full_name: z.string(),
  html_url: z.string(),
  owner: Owner,
  description: z.nullish(z.string()),
})
const FoundRepository = z.extend(Repository, {
  homepage: z.nullish(z.string()),
  pushed_at: z.nullish(z.string()),
})
const FoundFile = z.object({
  path: z.string(),
  html_url: z.string(),
  repository: Repository,
  text_matches: z.optional(z.array(z.object({ fragment: z.optional(z.string()) }))),
})

/** The largest number that one answer may have, and that all answers to a query have together. */
const limit = 100
const resultsMax = 1000
/** Without operators and qualifiers; the quotation marks count. */
const queryMax = 256
const kinds = ['repositories', 'code'] as const

const call = (access: Access, { headers, ...rest }: ApiCall, failure = failureOf(access)) =>
  callApi(
    access,
    {
      ...rest,
      headers: {
        authorization: `Bearer ${access.credentials.token ?? ''}`,
        'x-github-api-version': '2022-11-28',
        accept: 'application/vnd.github+json',
        ...headers,
      },
    },
    failure,
  )

/**
 * A limit is answered with 403 or 429: with `retry-after`, or with the time at which the quota is full again, or with neither if it is a
 * secondary limit, which lasts at least a minute.
 */
const failureOf =
  (access: Access): FailureOf =>
  ({ status, headers, json }, host) => {
    const message = replyOf(access, textIn(json, 'message') ?? String(status))
    if (status === 403 || status === 429) {
      const isUsedUp = headerOf({ headers }, 'x-ratelimit-remaining') === '0'
      const reset = Number(headerOf({ headers }, 'x-ratelimit-reset')) - Math.floor(Date.now() / secondMs)
      const after = headerOf({ headers }, 'retry-after') ?? (isUsedUp && reset > 0 ? String(reset) : undefined)
      const isThrottled = status === 429 || after !== undefined || isUsedUp || /rate limit/i.test(message)
      if (isThrottled) return statusError(host, 429, after ?? String(minuteMs / secondMs))
    }
    if (status === 401 || status === 403)
      return new ConnectorError('API_KEY_REFUSED', { host, reply: message }, { status })
    return status === 422 ? new ConnectorError('API_CALL_REFUSED', { host, reply: message }, { status }) : null
  }

/**
 * Repositories that carry the name of a brand, and files that mention a brand or a domain of the company. A search that takes too long
 * answers with what it has (`incomplete_results`); the next run may find the rest.
 */
export const github: Connector = {
  base: 'https://api.github.com',
  everyMs: 12 * hourMs,
  spacingMs: 7 * secondMs,
  // Of the search for code; others allow more.
  quota: { calls: 10, perMs: minuteMs },
  api: {
    calls: ['GET /search/repositories', 'GET /search/code', 'GET /repos/{owner}/{name}'],
    documentation: 'https://docs.github.com/en/rest/search/search',
    permission: 'a personal access token; it needs no rights',
    checked: '2026-11-23',
    unconfirmed: 'the words of an answer to a secondary limit',
  },
  async check(access) {
    const { json } = await call(access, { path: '/rate_limit' })
    const left = valueAt(json, 'resources.code_search.remaining')
    return typeof left === 'number' ? `code_search remaining ${left}` : 'OK'
  },
  collect(access, { terms, domains }, cursor) {
    const named = terms.flatMap((term) => kinds.map((kind) => `${kind} ${term}`))
    const searches = [...named, ...domains.map((domain) => `code ${domain}`)]
    return eachPage(searches, cursor, async (each, page) => {
      const kind = each.startsWith('code ') ? 'code' : 'repositories'
      const number = Number(page ?? 1)
      const term = each.slice(kind.length + 1).replaceAll(/["\\]/g, ' ')
      const phrase = `"${cutAtWord(term, queryMax - 2)}"`
      const { json, headers } = await call(access, {
        path: `/search/${kind}`,
        query: { q: kind === 'code' ? phrase : `${phrase} in:name,description`, per_page: limit, page: number },
        headers: kind === 'code' ? { accept: 'application/vnd.github.text-match+json' } : {},
      })
      const items = valueAt(json, 'items')
      const read =
        kind === 'code'
          ? readRecords(access, items, FoundFile, observeFile)
          : readRecords(access, items, FoundRepository, observeRepository)
      const hasNext = /rel="next"/.test(headerOf({ headers }, 'link') ?? '') && number * limit < resultsMax
      return { ...read, next: hasNext ? String(number + 1) : null }
    })
  },
  lookUp: { kinds: { repository: /^[\w-]{1,39}\/[\w.-]{1,100}$/ }, ask },
}

const KnownRepository = z.extend(FoundRepository, {
  created_at: z.nullish(z.string()),
  archived: z.optional(z.boolean()),
  disabled: z.optional(z.boolean()),
})

/** Private repositories are unknown to an account without rights. */
async function ask(access: Access, { value }: LookUpRecord): Promise<LookUpAnswer | null> {
  const base = failureOf(access)
  const { json } = await call(access, { path: `/repos/${value}` }, (answer, host) =>
    answer.status === 404 ? 'accepted' : base(answer, host),
  )
  if (valueAt(json, 'message') === 'Not Found') return null
  const repository = readOne(access, json, KnownRepository)
  const facts = {
    name: repository.full_name,
    description: repository.description,
    createdAt: timeIn(repository.created_at),
    lastSeen: timeIn(repository.pushed_at),
    status: repository.disabled ? 'disabled' : repository.archived ? 'archived' : null,
  }
  return lookUpAnswer(repository.html_url, facts, json)
}

/** What both have. */
function observeIn({ id, full_name, html_url, owner }: z.output<typeof Repository>) {
  return {
    source: 'GitHub',
    handle: owner.login,
    phones: [],
    account: null,
    pictureUrl: owner.avatar_url ?? null,
    fields: { repositoryName: full_name, repositoryId: String(id), repositoryLink: html_url },
  } satisfies Partial<SourceObservation>
}

function observeRepository(repository: z.output<typeof FoundRepository>): SourceObservation {
  const { id, name, html_url, description, homepage, pushed_at } = repository
  return {
    ...observeIn(repository),
    kind: 'code',
    id: String(id),
    at: timeIn(pushed_at),
    url: html_url,
    names: [name],
    text: description ?? '',
    links: homepage ? [homepage] : [],
  }
}

/** The same file keeps its id when it changes. The parts around the matches are read, not the file. */
function observeFile({ repository, path, html_url, text_matches = [] }: z.output<typeof FoundFile>): SourceObservation {
  const common = observeIn(repository)
  return {
    ...common,
    kind: 'code',
    id: `${repository.id}:${path}`,
    at: null,
    url: html_url,
    fields: { ...common.fields, path },
    names: [repository.name],
    text: text_matches.map(({ fragment }) => fragment ?? '').join('\n'),
    links: [],
  }
}
