import {
  tipAgeMinMs,
  tipBase,
  tipChallengeHeader,
  type PublicTipPage,
  type TipPlatform,
  type TipAnswer,
  type TipReport,
  type TipStatus,
} from '@signet/contract/collection/tips'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { callWithoutSession } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

const addressOf = (company: string) => `${tipBase}/${encodeURIComponent(company)}`

export const tipPageQuery = (company: string) =>
  queryOptions({
    queryKey: ['tipPage', company],
    queryFn: ({ signal }) => callWithoutSession<PublicTipPage>(addressOf(company), { signal }),
    // The challenge belongs to the form on the screen.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })

export type TipFields = Pick<TipReport, 'address' | 'handle' | 'phone' | 'text' | 'email'> & {
  platform: TipPlatform | ''
  /** What a program entered that fills in every field. */
  website: string
}

/** The first attempt, one with a new challenge, and one after the time that a person takes. */
const attemptsMax = 3

/**
 * Sends a report; one whose answer was lost can be sent again and gets the same code.
 *
 * @returns the tracking code
 * @throws ApiError naming the field
 */
export async function sendTip(company: string, fields: TipFields, picture: File | null): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const { challenge } = await queryClient.ensureQueryData(tipPageQuery(company))
    await pause(msUntilOld(company))
    try {
      const headers = { [tipChallengeHeader]: challenge }
      const { code } = await callWithoutSession<TipAnswer>(addressOf(company), {
        method: 'POST',
        headers,
        body: formOf(fields, picture),
      })
      return code
    } catch (error) {
      if (!(error instanceof ApiError) || attempt === attemptsMax) throw error
      if (error.reason === 'TIP_FORM_EXPIRED') await queryClient.fetchQuery({ ...tipPageQuery(company), staleTime: 0 })
      else if (error.reason === 'TIP_TOO_SOON') await pause((error.retryAfter ?? 1) * 1000)
      else throw error
    }
  }
}

/** The time until the challenge is old enough for the server, which made it before it arrived here. */
function msUntilOld(company: string): number {
  const { dataUpdatedAt = 0 } = queryClient.getQueryState(tipPageQuery(company).queryKey) ?? {}
  return Math.max(0, dataUpdatedAt + tipAgeMinMs - Date.now())
}

function formOf(fields: TipFields, picture: File | null): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== '') form.append(name, value)
  // The server reads the fields first.
  if (picture) form.append('file', picture, 'picture')
  return form
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** What became of a report. @throws ApiError for a code that is not known */
export const askStatus = (company: string, code: string): Promise<TipStatus> =>
  callWithoutSession<TipStatus>(`${addressOf(company)}/status`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })
