import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { textIn } from '@signet/contract/narrow'
import { hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { statusError } from '../../guarded-fetch.ts'
import { callApi, headerOf, replyOf, type ApiCall, type FailureOf } from '../call-api.ts'
import type { Access, Connector } from '../connector.ts'
import { cutAtWord } from '../cut-at-word.ts'
import { eachPage } from '../each-page.ts'
import { readRecords, timeIn } from '../read-records.ts'

const Project = z.object({
  id: z.int(),
  name: z.string(),
  path_with_namespace: z.string(),
  web_url: z.string(),
  description: z.nullish(z.string()),
  avatar_url: z.nullish(z.string()),
  last_activity_at: z.nullish(z.string()),
  namespace: z.optional(z.object({ full_path: z.string() })),
})

/** The largest number that one answer may have. */
const limit = 100
/** Of the projects that were changed last. */
const pagesMax = 10
const termMax = 200

const failureOf =
  (access: Access): FailureOf =>
  ({ status, headers, json }, host) => {
    if (status === 429) {
      return statusError(host, status, headerOf({ headers }, 'retry-after') ?? String(minuteMs / secondMs))
    }
    if (status !== 401 && status !== 403) return null
    const words = ['error_description', 'message', 'error'].map((field) => textIn(json, field))
    const reply = replyOf(access, words.find((each) => each !== undefined) ?? String(status))
    return new ConnectorError('API_KEY_REFUSED', { host, reply }, { status })
  }

const search = (access: Access, query: ApiCall['query']) =>
  callApi(
    access,
    {
      path: '/projects',
      query: { ...query, simple: 'true' },
      headers: { 'private-token': access.credentials.token ?? '' },
    },
    failureOf(access),
  )

/**
 * Projects whose name or path contains the words of a brand, those that were changed last first. Code can't be searched without a paid
 * plan.
 */
export const gitlab: Connector = {
  base: 'https://gitlab.com/api/v4',
  everyMs: 12 * hourMs,
  spacingMs: secondMs,
  quota: { calls: 2000, perMs: 10 * minuteMs },
  api: {
    calls: ['GET /projects'],
    documentation: 'https://docs.gitlab.com/api/projects/#list-all-projects',
    permission: 'a personal access token with the scope `read_api`',
    checked: '2026-11-23',
    unconfirmed: 'the words of an answer to a token that has expired',
  },
  async check(access) {
    await search(access, { search: 'test', per_page: 1 })
    return 'OK'
  },
  collect(access, { terms }, cursor) {
    return eachPage(terms, cursor, async (term, page) => {
      const number = Number(page ?? 1)
      const { json, headers } = await search(access, {
        search: cutAtWord(term, termMax),
        order_by: 'last_activity_at',
        per_page: limit,
        page: number,
      })
      const hasNext = /^\d+$/.test(headerOf({ headers }, 'x-next-page') ?? '') && number < pagesMax
      return { ...readRecords(access, json, Project, observe), next: hasNext ? String(number + 1) : null }
    })
  },
}

function observe(project: z.output<typeof Project>): SourceObservation {
  const { id, name, path_with_namespace: path, web_url: url, description, namespace } = project
  return {
    source: 'GitHub',
    kind: 'code',
    // Numbers of GitHub and GitLab overlap.
    id: `gitlab:${id}`,
    at: timeIn(project.last_activity_at),
    url,
    fields: { repositoryName: path, repositoryId: String(id), repositoryLink: url },
    names: [name],
    handle: namespace?.full_path ?? null,
    text: description ?? '',
    links: [],
    phones: [],
    account: null,
    pictureUrl: project.avatar_url ?? null,
  }
}
