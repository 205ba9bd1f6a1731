import { letter } from '@signet/contract/messages/mentions'

/** Longer than the longest name. */
const typedMax = 60

/** A mention that is being typed. */
export interface OpenMention {
  /** The position of its `@`. */
  at: number
  /** What stands between the `@` and the cursor. */
  typed: string
}

/** The mention that is typed before the cursor; null if there is none, as in an email address. */
export function openMention(text: string, cursor: number): OpenMention | null {
  const at = text.lastIndexOf('@', cursor - 1)
  if (at < 0 || cursor <= at || letter.test(text[at - 1] ?? '')) return null
  const typed = text.slice(at + 1, cursor)
  return typed.length > typedMax || /^\s|\n/.test(typed) ? null : { at, typed }
}

/** The people of whose name a word, or the whole, begins with what was typed; those whose name does come first. */
export function matchPeople<P extends { name: string }>(people: readonly P[], typed: string): P[] {
  const start = typed.toLowerCase()
  const begins = ({ name }: P) => name.toLowerCase().startsWith(start)
  const found = people.filter((person) => begins(person) || person.name.toLowerCase().includes(` ${start}`))
  return [...found.filter(begins), ...found.filter((person) => !begins(person))]
}

/** The text with the name of a person in place of what was typed, and the cursor behind it. */
export function withMention(text: string, { at, typed }: OpenMention, name: string): { text: string; cursor: number } {
  const rest = text.slice(at + 1 + typed.length)
  const before = `${text.slice(0, at)}@${name}${/^\s/.test(rest) ? '' : ' '}`
  return { text: before + rest, cursor: before.length + (/^\s/.test(rest) ? 1 : 0) }
}
