import { fieldsIn, idIn, isObject, type Items, type Json, listIn, readItems, textIn } from '../../narrow.ts'
import { decodeHtml } from '../html-entities.ts'

/** A post on X. */
export interface XPost {
  id: string
  authorId: string | null
  /** Null if the author is not in the answer, such as a suspended account. */
  username: string | null
  name: string | null
  text: string
  /** Where its links lead to, without the shortener. */
  urls: string[]
  createdAt: string | null
  language: string | null
}

/** An answer of the recent search. */
export interface XSearch extends Items<XPost> {
  nextToken: string | null
  /** What could not be included, e.g. `Could not find user with id: [1].` */
  errors: string[]
}

/** An answer without posts: a problem as in RFC 7807. */
export interface XError {
  error: string
  message: string | null
  status: number | null
}

/** Whether an answer is one of the recent search. An empty one has no `data`, only a count. */
export function isXSearch(answer: unknown): boolean {
  const first = listIn(answer, 'data')[0]
  const isPost = idIn(first, 'id') !== null && textIn(first, 'text') !== null
  const isEmpty =
    isObject(answer) && !('data' in answer) && typeof fieldsIn(answer, 'meta')['result_count'] === 'number'
  return isEmpty || (isPost && isObject(first) && ('edit_history_tweet_ids' in first || 'author_id' in first))
}

/**
 * Reads an answer of the recent search. Errors next to posts mean that something of them is missing, such as an author.
 *
 * Source: https://docs.x.com/x-api/posts/recent-search.
 */
export function readXSearch(answer: unknown): XSearch {
  const users = new Map(
    listIn(fieldsIn(answer, 'includes'), 'users').flatMap((user) => {
      const id = idIn(user, 'id')
      return id === null ? [] : [[id, user] as const]
    }),
  )
  return {
    ...readItems(listIn(answer, 'data'), (post) => postOf(post, users)),
    nextToken: textIn(fieldsIn(answer, 'meta'), 'next_token'),
    errors: listIn(answer, 'errors').map((error) => textIn(error, 'detail') ?? textIn(error, 'title') ?? 'unknown'),
  }
}

function postOf(post: Json, users: ReadonlyMap<string, unknown>): XPost | null {
  // A long post has its full text, and the links in it, in a note.
  const note = fieldsIn(post, 'note_tweet')
  const [id, text] = [idIn(post, 'id'), textIn(note, 'text') ?? textIn(post, 'text')]
  if (id === null || text === null) return null
  const authorId = idIn(post, 'author_id')
  const author = users.get(authorId ?? '')
  const entities = textIn(note, 'text') === null ? fieldsIn(post, 'entities') : fieldsIn(note, 'entities')
  const urls = listIn(entities, 'urls').flatMap((url) => textIn(url, 'expanded_url') ?? textIn(url, 'url') ?? [])
  return {
    id,
    authorId,
    username: textIn(author, 'username'),
    name: textIn(author, 'name'),
    text: decodeHtml(text),
    urls: [...new Set(urls)],
    createdAt: textIn(post, 'created_at'),
    language: textIn(post, 'lang'),
  }
}

/** Whether an answer is a problem instead of posts. */
export function isXError(answer: unknown): boolean {
  const type = textIn(answer, 'type') ?? ''
  const isProblem = type === 'about:blank' || type.startsWith('https://api.twitter.com/2/problems/')
  return isProblem && textIn(answer, 'title') !== null && isObject(answer) && !('data' in answer)
}

/** Reads a problem. Source: https://docs.x.com/x-api/fundamentals/response-codes-and-errors. */
export function readXError(answer: unknown): XError {
  const status = isObject(answer) ? answer['status'] : undefined
  return {
    error: textIn(answer, 'title') ?? 'unknown',
    message: textIn(answer, 'detail'),
    status: typeof status === 'number' ? status : null,
  }
}
