import { fieldsIn, idIn, isObject, type Items, type Json, listIn, numberIn, readItems, textIn } from '../../narrow.ts'

/** A file that a search of code found. */
export interface GithubFile {
  /** A text if it is too large for a number. */
  repositoryId: number | string
  /** With its owner, e.g. `example/app`. */
  repositoryName: string
  path: string
  link: string
  fork: boolean
  /** The first text that matched; null if the request didn't ask for text matches. */
  matched: string | null
  /** The parts of the file around the matches. They may contain secrets: don't store, log or show them unmasked. */
  fragments: string[]
}

/** An answer of the search for code. */
export interface GithubSearch extends Items<GithubFile> {
  /** Number of files found, of which at most 1,000 can be read. */
  total: number
  /** Whether the search took too long, so that files are missing. */
  incomplete: boolean
}

/** Whether an answer is one of the search for code: its files are in repositories. */
export function isGithubSearch(answer: unknown): boolean {
  if (!isObject(answer) || typeof answer['total_count'] !== 'number' || !('incomplete_results' in answer)) return false
  const items = listIn(answer, 'items').slice(0, 20)
  return items.length === 0 || items.some((item) => isObject(item) && 'repository' in item && 'path' in item)
}

/**
 * Reads an answer of the search for code.
 *
 * Source: https://docs.github.com/en/rest/search/search#search-code; text matches need the media type
 * `application/vnd.github.text-match+json`.
 */
export function readGithubSearch(answer: unknown): GithubSearch {
  return {
    ...readItems(listIn(answer, 'items'), fileOf),
    total: numberIn(answer, 'total_count') ?? 0,
    incomplete: isObject(answer) && answer['incomplete_results'] === true,
  }
}

function fileOf(item: Json): GithubFile | null {
  const repository = fieldsIn(item, 'repository')
  const id = repository['id']
  const [name, path, link] = [textIn(repository, 'full_name'), textIn(item, 'path'), textIn(item, 'html_url')]
  if (idIn(repository, 'id') === null || name === null || path === null || link === null) return null
  const matches = listIn(item, 'text_matches')
  const texts = matches.flatMap((match) => listIn(match, 'matches').flatMap((each) => textIn(each, 'text') ?? []))
  return {
    repositoryId: typeof id === 'number' ? id : (idIn(repository, 'id') ?? ''),
    repositoryName: name,
    path,
    link,
    fork: repository['fork'] === true,
    matched: texts[0] ?? null,
    fragments: matches.flatMap((match) => textIn(match, 'fragment') ?? []),
  }
}
