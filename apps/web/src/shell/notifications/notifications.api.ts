import { listNotifications, type Notification, type NotificationType } from '@signet/contract/messages/notifications'
import type { Words } from '@signet/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { defang } from '@signet/contract/threats/defang'
import type { Word } from './words.ts'
import { sentenceOf } from '../../words/messages.ts'

const freshMs = 60_000
/** Number of lines that are loaded at first and with each "Show older". */
export const linesPerRead = 30
/** Maximum number of lines and maximum age in days; older notifications aren't shown. */
export const linesMax = 200
export const keepDays = 30

/** The bell covers all companies of the user, so its query keys don't depend on the current company. */
const bellKey = 'bell'

export const unreadQuery = queryOptions({
  queryKey: [bellKey, 'unread'],
  queryFn: async ({ signal }) => (await call(listNotifications, { query: { unread: true, limit: 1 }, signal })).unread,
  staleTime: freshMs,
})

/** The kinds that users can filter by. `messages` are those that the portal itself showed in this browser. */
export const bellKinds = [
  { kind: 'all', label: 'all', types: [] },
  { kind: 'threats', label: 'threats', types: ['threat', 'alert'] },
  { kind: 'cases', label: 'cases', types: ['takedown', 'analysis', 'request'] },
  { kind: 'reports', label: 'reports', types: ['job'] },
  { kind: 'news', label: 'news', types: ['news', 'announcement', 'account'] },
  { kind: 'messages', label: 'yourActions', types: [] },
] as const satisfies readonly { kind: string; label: Word; types: readonly NotificationType[] }[]
export type BellKind = (typeof bellKinds)[number]['kind']

/** The newest lines of a kind. */
export function linesQuery(kind: BellKind, limit: number) {
  const types = bellKinds.find((each) => each.kind === kind)?.types ?? []
  return queryOptions({
    queryKey: [bellKey, 'lines', kind, limit],
    queryFn: ({ signal }) => call(listNotifications, { query: { type: [...types], limit }, signal }),
    staleTime: freshMs,
    enabled: kind !== 'messages',
  })
}

/** Without the data for other languages, a person wrote the text. */
const lineOf = (message: string, words: Words | undefined) => (words ? sentenceOf({ message, ...words }) : message)

/** Kinds whose titles may contain addresses, which are defanged word by word. Titles of other kinds may contain file names instead. */
const aboutSuspects: ReadonlySet<NotificationType> = new Set(['threat', 'takedown', 'analysis', 'alert'])

/** The displayed title of a notification, with addresses defanged. */
export function lineText({ type, title, words }: Pick<Notification, 'type' | 'title' | 'words'>): string {
  const text = lineOf(title, words?.title)
  return aboutSuspects.has(type) ? text.split(' ').map(defang).join(' ') : text
}

/** The text of a notification below its title. */
export const lineBody = ({ body, words }: Pick<Notification, 'body' | 'words'>): string => lineOf(body, words?.body)

/** Whether a path of the portal leads to the record that an address shows; such a screen updates itself. */
export function isOpenAt(address: string, href: string | null): boolean {
  const id = /(?:\/|[?&]id=)([\da-f-]{36})/.exec(href ?? '')?.[1]
  return id !== undefined && address.includes(id)
}

/** Whether a path leads to another screen than the one at an address. */
export const isElsewhere = (address: string, href: string): boolean =>
  new URL(href, address).pathname !== new URL(address).pathname || href.includes('?')

export const bellRoot = { queryKey: [bellKey] }
