import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { hourMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { redirectStatuses, statusError } from '../../guarded-fetch.ts'
import { headerOf, sendCall, storable } from '../call-api.ts'
import type { Access, Connector, LookUpAnswer, LookUpRecord } from '../connector.ts'
import { eachPage } from '../each-page.ts'
import { lookUpAnswer } from '../look-up-answer.ts'
import { elementsIn, hasClass, htmlTree, wordsIn, withClass, type HtmlElement } from '../html-tree.ts'
import { timeIn } from '../read-records.ts'
import { similarHandles } from '../similar-handles.ts'

const origin = 'https://t.me'
/** Letters, digits and single underscores, 5 to 32 of them. */
const isHandle = (handle: string) => /^(?=.{5,32}$)[a-z](?:_?[a-z0-9])+$/.test(handle)

/** The preview of a channel; null for a name that has none: nothing, a person, a bot or a private group. */
async function preview(access: Access, username: string): Promise<HtmlElement | null> {
  const { host } = new URL(access.base)
  const headers = { accept: 'text/html', 'accept-language': 'en' }
  const answer = await sendCall(access, { path: `/s/${username}`, headers })
  if (redirectStatuses.has(answer.status) || answer.status === 404) return null
  if (answer.status !== 200) throw statusError(host, answer.status, headerOf(answer, 'retry-after'))
  const page = htmlTree(storable(answer.body.toString('utf8')))
  if (!withClass(page, 'tgme_channel_info')) {
    throw new ConnectorError('API_ANSWER_CHANGED', { host, field: 'tgme_channel_info' })
  }
  return page
}

const titleIn = (page: HtmlElement) => wordsIn(withClass(page, 'tgme_channel_info_header_title'))

/**
 * Public channels whose names resemble those of the company, with their latest messages, from the pages that Telegram shows without an
 * account. Persons, bots and groups have no such page.
 */
export const telegramPreview: Connector = {
  base: origin,
  everyMs: 6 * hourMs,
  spacingMs: 3 * secondMs,
  quota: null,
  api: {
    calls: ['GET /s/{name}'],
    documentation: 'https://telegram.org/blog/privacy-discussions-web-bots',
    permission: '',
    checked: '2026-11-23',
    unconfirmed:
      'the elements of the page, which Telegram does not document (known from public code); how many calls are allowed',
  },
  async check(access) {
    const page = await preview(access, 'telegram')
    return (page && titleIn(page)) || 'OK'
  },
  collect(access, { terms, handles }, cursor) {
    return eachPage(similarHandles([...handles, ...terms], isHandle), cursor, async (username) => {
      const page = await preview(access, username)
      if (!page) return { observations: [], skipped: [], next: null }
      const title = titleIn(page)
      if (title === '') return { observations: [], skipped: [{ at: username, field: 'title' }], next: null }
      return { observations: [observe(page, title, username)], skipped: [], next: null }
    })
  },
  lookUp: { kinds: { account: /^[a-z](?:_?[a-z0-9]){4,31}$/i }, ask },
}

/** The public preview of a channel; other accounts have none. */
async function ask(access: Access, { value }: LookUpRecord): Promise<LookUpAnswer | null> {
  const page = await preview(access, value)
  if (!page) return null
  const { url, account, at, text } = observe(page, titleIn(page), value)
  const facts = {
    title: titleIn(page),
    description: wordsIn(withClass(page, 'tgme_channel_info_description')),
    followers: account?.followers,
    lastSeen: at,
    status: account?.isVerified ? 'verified' : 'not verified',
  }
  return lookUpAnswer(url, facts, { ...facts, text })
}

function observe(page: HtmlElement, title: string, username: string): SourceObservation {
  const description = withClass(page, 'tgme_channel_info_description')
  const messages = messagesIn(page)
  const texts = messages.map((message) => withClass(message, 'tgme_widget_message_text'))
  const written = texts.map(wordsIn).filter((text) => text !== '')
  const members = membersIn(page)
  const picture = withClass(page, 'tgme_page_photo_image')
  const image = picture && [...elementsIn(picture)].find(({ name }) => name === 'img')?.attributes.get('src')
  const latest = written.at(-1)
  const url = `${origin}/${username}`
  return {
    source: 'Telegram',
    kind: 'group',
    id: messages.map(channelIdOf).find((id) => id !== null) ?? username,
    at: messages.map(timeOf).findLast((time) => time !== null) ?? null,
    url,
    fields: {
      channel_data: {
        entity_user_name: username,
        title,
        ...(members === null ? {} : { participants_count: members }),
      },
      ...(latest === undefined ? {} : { message_content: latest }),
    },
    names: [title],
    handle: username,
    text: [wordsIn(description), ...written].filter((text) => text !== '').join('\n\n'),
    links: [...new Set([description, ...texts].flatMap((element) => (element ? linksIn(element, url) : [])))],
    phones: [],
    account: {
      createdAt: null,
      followers: members,
      following: null,
      isVerified: isVerified(page),
    },
    pictureUrl: image ?? null,
  }
}

/** Oldest first, as on the page. */
const messagesIn = (page: HtmlElement) =>
  [...elementsIn(page)].filter((each) => hasClass(each, 'tgme_widget_message') && each.attributes.has('data-post'))

const View = z.object({ c: z.int() })

/** The number of the channel, which it keeps when it changes its name; null if the message doesn't say it. */
function channelIdOf(message: HtmlElement): string | null {
  const view = Buffer.from(message.attributes.get('data-view') ?? '', 'base64url').toString('utf8')
  try {
    const read = z.safeParse(View, JSON.parse(view))
    return read.success ? String(Math.abs(read.data.c)) : null
  } catch {
    // It is only counted by Telegram, and may change at any time.
    return null
  }
}

function timeOf(message: HtmlElement): string | null {
  const time = [...elementsIn(message)].find(({ name, attributes }) => name === 'time' && attributes.has('datetime'))
  return timeIn(time?.attributes.get('datetime'))
}

/** The addresses behind links and mentions, without those of the channel itself and searches for hashtags. */
const linksIn = (element: HtmlElement, own: string) =>
  [...elementsIn(element)]
    .flatMap(({ name, attributes }) => (name === 'a' ? (attributes.get('href') ?? []) : []))
    .filter((href) => /^https?:\/\//i.test(href) && href !== own && !href.startsWith(`${own}/`))

const powers = new Map([
  ['K', 1e3],
  ['M', 1e6],
])

/** The number of subscribers, rounded as on the page, e.g. `12.4K`. */
function membersIn(page: HtmlElement): number | null {
  for (const counter of elementsIn(page)) {
    if (!hasClass(counter, 'tgme_channel_info_counter')) continue
    const [, digits, power] =
      /^([\d.]+)([KM]?)$/.exec(wordsIn(withClass(counter, 'counter_value')).replaceAll(' ', '')) ?? []
    const isCount = /^(?:subscriber|member)s?$/.test(wordsIn(withClass(counter, 'counter_type')))
    if (isCount && digits !== undefined) return Math.round(Number(digits) * (powers.get(power ?? '') ?? 1))
  }
  return null
}

function isVerified(page: HtmlElement): boolean {
  const header = withClass(page, 'tgme_channel_info_header')
  return header !== undefined && withClass(header, 'verified-icon') !== undefined
}
