import { listNotifications, type Notification, type NotificationType } from '@signet/contract/notifications'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { defang } from '../../format/defang.ts'
import type { Word } from './words.ts'
import { serverText } from '../../words/messages.ts'

const freshMs = 60_000
/** How many lines the centre reads at once; "Show older" reads as many again. */
export const linesPerRead = 30
/** More are not shown, and what is older than this neither. */
export const linesMax = 200
export const keepDays = 30

/** The bell is about all companies of the person: its lines do not go with the company in force. */
const bellKey = 'bell'

export const unreadQuery = queryOptions({
  queryKey: [bellKey, 'unread'],
  queryFn: async ({ signal }) => (await call(listNotifications, { query: { unread: true, limit: 1 }, signal })).unread,
  staleTime: freshMs,
})

/** The kinds a person filters by. `messages` is what the portal itself said in this browser. */
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

/** Kinds whose lines name what may be an address, word by word; those of the others may be names of files. */
const aboutSuspects: ReadonlySet<NotificationType> = new Set(['threat', 'takedown', 'analysis', 'alert'])

/** A line's title as screens show it: addresses in it are not live. */
export function lineText({ type, title, words }: Pick<Notification, 'type' | 'title' | 'words'>): string {
  const text = serverText(title, words?.title)
  return aboutSuspects.has(type) ? text.split(' ').map(defang).join(' ') : text
}

/** The text of a line besides its title. */
export const lineBody = ({ body, words }: Pick<Notification, 'body' | 'words'>): string => serverText(body, words?.body)

export const bellRoot = { queryKey: [bellKey] }
