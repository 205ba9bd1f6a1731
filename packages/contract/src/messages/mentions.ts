import * as z from 'zod/mini'
import { Candidate } from '../requests/assignments.ts'
import { assignedKinds } from '../threats/assignees.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/*
 * Mentions: `@` and the name of a user in a remark or message. The user gets a notification, and an email if they have chosen to get
 * emails, if they work for the company and may read the record.
 */

/** The kinds of records on whose texts a user can be mentioned. */
export const mentionKinds = [...assignedKinds, 'tout'] as const
/** One of `mentionKinds`. */
export type MentionKind = (typeof mentionKinds)[number]

/** How many users one text notifies. */
export const mentionsMax = 10

/** Of a word: an `@` behind one belongs to an email address. */
export const letter = /[\p{L}\p{N}]/u

/**
 * The users that a text mentions, each once, in the order of the text. A name counts whatever its case; of two names that begin alike, the
 * longer one counts.
 */
export function mentionedIn<P extends { name: string }>(text: string, people: readonly P[]): P[] {
  const lower = text.toLowerCase()
  const named = people.map((person) => ({ person, name: person.name.toLowerCase() }))
  const longestFirst = named.toSorted((a, b) => b.name.length - a.name.length)
  const found = new Set<P>()
  for (let at = lower.indexOf('@'); at >= 0; at = lower.indexOf('@', at + 1)) {
    // The @ of an email address mentions nobody.
    if (letter.test(lower[at - 1] ?? '')) continue
    const first = longestFirst.find(
      ({ name }) => name !== '' && lower.startsWith(name, at + 1) && !letter.test(lower[at + 1 + name.length] ?? ''),
    )
    if (!first) continue
    for (const { person, name } of named) if (name === first.name) found.add(person)
  }
  return [...found].slice(0, mentionsMax)
}

/** Users of the company and the staff who work for it, by name. */
export const listMentionable = route({
  method: 'GET',
  path: '/mentions/{kind}/people',
  summary: 'List the users who can be mentioned on a kind of record',
  access: 'threats:remark',
  params: z.object({ kind: z.enum(mentionKinds) }),
  query: z.object({ company: wire.company }),
  response: z.array(Candidate),
})
