import * as z from 'zod/mini'
import { ConnectorError } from '../connector-error.ts'
import type { Batch } from './connector.ts'
import type { ReadRecords } from './read-records.ts'

/** One answer of a paged search; `next` names the page after it, null for the last. */
export interface ReadPageOfRecords extends ReadRecords {
  next: string | null
}

/** Where a run is: the term and page that come next, and when the passes began. */
const Position = z.object({
  /** The beginning of the last complete pass over all terms; null before the first. */
  since: z.nullable(z.string()),
  /** The beginning of this pass; null between two passes. */
  began: z.nullable(z.string()),
  term: z.nullable(z.string()),
  page: z.nullable(z.string()),
})
type Position = z.output<typeof Position>

const beginning: Position = { since: null, began: null, term: null, page: null }

/**
 * Goes through all pages of all terms. An interrupted pass continues at its page; a term that is no longer looked for ends the pass early,
 * and the next one has all terms.
 *
 * @param readPage reads one page; `since` is the beginning of the last complete pass, for providers that can leave out what is older
 */
export async function* eachPage(
  terms: readonly string[],
  cursor: string | null,
  readPage: (term: string, page: string | null, since: string | null) => Promise<ReadPageOfRecords>,
): AsyncGenerator<Batch, void, undefined> {
  let position = positionOf(cursor)
  const began = position.began ?? new Date().toISOString()
  const from = position.term === null ? 0 : terms.indexOf(position.term)
  for (const [index, term] of from < 0 ? [] : [...terms.entries()].slice(from)) {
    let page = index === from ? position.page : null
    let isResumed = page !== null
    do {
      let answer: ReadPageOfRecords
      try {
        answer = await readPage(term, page, position.since)
      } catch (error) {
        if (!isResumed || !isRefusal(error)) throw error
        // The provider has forgotten the page of an interrupted run: the term begins anew, which adds nothing twice.
        answer = await readPage(term, null, position.since)
      }
      isResumed = false
      const { next, ...read } = answer
      const following = next === null ? (terms[index + 1] ?? null) : term
      page = next
      position =
        following === null
          ? { since: began, began: null, term: null, page: null }
          : { since: position.since, began, term: following, page: next }
      yield { ...read, cursor: JSON.stringify(position) }
    } while (page !== null)
  }
  if (from < 0) yield { observations: [], skipped: [], cursor: JSON.stringify({ ...beginning, since: position.since }) }
}

/** Whether a cursor is that of a complete pass. */
export const isComplete = (cursor: string): boolean => positionOf(cursor).began === null

/** Whether a provider answered, but not with the page. */
const isRefusal = (error: unknown) =>
  error instanceof ConnectorError && (error.kind === 'changed_format' || error.reason === 'API_CALL_REFUSED')

const isAhead = (time: string | null) => time !== null && Date.parse(time) > Date.now()

function positionOf(cursor: string | null): Position {
  if (cursor === null) return beginning
  try {
    const position = z.parse(Position, JSON.parse(cursor))
    // While the clock was ahead, nothing newer would be asked for: everything is collected again, which adds nothing twice.
    return isAhead(position.since) || isAhead(position.began) ? beginning : position
  } catch {
    // So is it with a cursor of an older version.
    return beginning
  }
}
