/** The kinds of What's New, as its first tag says them. */
export const newKinds = ['New', 'Improved', 'Fixed'] as const
export type NewKind = (typeof newKinds)[number]

/** The paragraphs of a plain text: an empty line begins a new one. */
export function paragraphsOf(body: string): string[] {
  return body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
}

/** Tags as somebody typed them: separated by commas, each once, whatever its capitals. */
export function tagsOf(typed: string): string[] {
  const seen = new Set<string>()
  return typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '' && !seen.has(tag.toLowerCase()) && seen.add(tag.toLowerCase()))
}

/** What kind of change an entry is; undefined when no tag says so. */
export function kindOf(tags: readonly string[]): NewKind | undefined {
  return newKinds.find((kind) => tags.some((tag) => tag.toLowerCase() === kind.toLowerCase()))
}

/** The tags besides the kind. */
export function topicsOf(tags: readonly string[]): string[] {
  return tags.filter((tag) => !newKinds.some((kind) => kind.toLowerCase() === tag.toLowerCase()))
}
