import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { textIn } from '@signet/contract/narrow'
import { dayMs, hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { statusError } from '../../guarded-fetch.ts'
import { callApi, headerOf, replyOf, type ApiCall, type FailureOf } from '../call-api.ts'
import type { Access, Connector } from '../connector.ts'
import { eachPage } from '../each-page.ts'
import { readRecords, timeOfSeconds, valueAt } from '../read-records.ts'

const Attribute = z.object({
  object_relation: z.nullish(z.string()),
  value: z.string(),
  deleted: z.optional(z.boolean()),
})
const Found = z.object({
  Object: z.object({
    uuid: z.string(),
    timestamp: z.pipe(z.union([z.string(), z.number()]), z.transform(Number)),
    deleted: z.optional(z.boolean()),
    comment: z.nullish(z.string()),
    event_id: z.optional(z.union([z.string(), z.number()])),
    Attribute: z._default(z.array(Attribute), []),
    Event: z.optional(z.object({ info: z.optional(z.string()) })),
  }),
})

/** The templates of objects that are accounts, and their relations in the order in which they name one best. */
const numbersOf = {
  'bank-account': ['iban', 'account'],
  'coin-address': ['address', 'address-xmr', 'address-crypto'],
} as const
const templates = ['bank-account', 'coin-address'] as const
const limit = 500
/** Objects that are shared between instances arrive with the time of their change. */
const overlapMs = dayMs

const call = (access: Access, rest: Pick<ApiCall, 'method' | 'path' | 'body'>) =>
  callApi(
    access,
    { ...rest, headers: { authorization: access.credentials.key ?? '', 'content-type': 'application/json' } },
    failureOf(access),
  )

const failureOf =
  (access: Access): FailureOf =>
  ({ status, headers, json }, host) => {
    const reply = replyOf(access, textIn(json, 'message') ?? textIn(json, 'name') ?? String(status))
    if (status === 429) {
      // It counts the calls of a quarter of an hour.
      return statusError(
        host,
        status,
        headerOf({ headers }, 'x-rate-limit-reset') ?? String((15 * minuteMs) / secondMs),
      )
    }
    if (status === 401 || status === 403) return new ConnectorError('API_KEY_REFUSED', { host, reply }, { status })
    // The role of the user has no searches.
    return status === 405 ? new ConnectorError('API_CALL_REFUSED', { host, reply }, { status }) : null
  }

/** Bank accounts and wallets that the members of a MISP community share. There is no search for a brand: a run reads what has changed. */
export const misp: Connector = {
  base: '',
  everyMs: hourMs,
  spacingMs: secondMs,
  quota: null,
  api: {
    calls: ['POST /objects/restSearch', 'GET /servers/getVersion'],
    documentation: 'https://www.misp-project.org/openapi/#tag/Objects/operation/restSearchObjects',
    permission: 'an account of a MISP instance whose role may use the API',
    checked: '2026-11-23',
    unconfirmed: 'the header of an answer to too many calls',
  },
  async check(access) {
    const { json } = await call(access, { path: '/servers/getVersion' })
    return `MISP ${textIn(json, 'version') ?? 'OK'}`
  },
  collect(access, _search, cursor) {
    return eachPage(templates, cursor, async (name, page, since) => {
      const number = Number(page ?? 1)
      const { json } = await call(access, {
        method: 'POST',
        path: '/objects/restSearch',
        body: JSON.stringify({
          returnFormat: 'json',
          object_name: name,
          page: number,
          limit,
          ...(since === null ? {} : { timestamp: String(Math.floor((Date.parse(since) - overlapMs) / secondMs)) }),
        }),
      })
      const objects = valueAt(json, 'response')
      const numbers = name === 'bank-account' ? numbersOf[name] : numbersOf['coin-address']
      const read = readRecords(access, objects, Found, (found) => observe(access.base, numbers, found))
      return { ...read, next: Array.isArray(objects) && objects.length > 0 ? String(number + 1) : null }
    })
  },
}

function observe(
  base: string,
  numbers: readonly string[],
  { Object: object }: z.output<typeof Found>,
): SourceObservation | null {
  const values = new Map(
    object.Attribute.flatMap(({ object_relation: relation, value, deleted }) =>
      relation && deleted !== true ? [[relation, value] as const] : [],
    ),
  )
  const number = numbers.map((relation) => values.get(relation)).find((value) => value !== undefined)
  if (object.deleted === true || number === undefined) return null
  const [name, beneficiary, bank] = ['account-name', 'beneficiary', 'institution-name'].map((each) => values.get(each))
  const [swift, symbol] = ['swift', 'symbol'].map((each) => values.get(each))
  const info = object.Event?.info
  const words = ['text', 'comments', 'beneficiary-comment', 'report-code'].map((each) => values.get(each))
  return {
    source: 'FinancialFraud',
    kind: 'payee',
    id: object.uuid,
    at: timeOfSeconds(object.timestamp),
    url: object.event_id === undefined ? null : `${base}/events/view/${object.event_id}`,
    fields: {
      account_number: number,
      ...(name === undefined ? {} : { account_name: name }),
      ...(bank === undefined ? {} : { bank_name: bank }),
      ...(swift === undefined ? {} : { bic: swift }),
      ...(symbol === undefined ? {} : { currency: symbol }),
      ...(info === undefined ? {} : { seenWith: info }),
    },
    names: [name, beneficiary].filter((each) => each !== undefined),
    handle: null,
    text: [...words, object.comment, info].filter(Boolean).join('\n'),
    links: [],
    phones: [],
    account: null,
    pictureUrl: null,
  }
}
