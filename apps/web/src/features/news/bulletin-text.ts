/** The kinds of What's New entries, which are stored as the first tag. */
export const newKinds = ['New', 'Improved', 'Fixed'] as const
export type NewKind = (typeof newKinds)[number]

/** The paragraphs of a plain text, which are separated by empty lines. */
export function paragraphsOf(body: string): string[] {
  return body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
}

/** The tags that a user typed: separated by commas and without duplicates, ignoring case. */
export function tagsOf(typed: string): string[] {
  const seen = new Set<string>()
  return typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '' && !seen.has(tag.toLowerCase()) && seen.add(tag.toLowerCase()))
}

/** The kind of change of an entry; undefined if no tag names one. */
export function kindOf(tags: readonly string[]): NewKind | undefined {
  return newKinds.find((kind) => tags.some((tag) => tag.toLowerCase() === kind.toLowerCase()))
}

/** The tags other than the kind. */
export function topicsOf(tags: readonly string[]): string[] {
  return tags.filter((tag) => !newKinds.some((kind) => kind.toLowerCase() === tag.toLowerCase()))
}
