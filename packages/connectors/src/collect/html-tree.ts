import { decodeHtml } from '@signet/readers/exchange/html-entities'

/** An element of a page. */
export interface HtmlElement {
  /** In lower case; empty for the page itself. */
  name: string
  attributes: ReadonlyMap<string, string>
  children: (HtmlElement | string)[]
}

const voidElements = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Their content is not marked up, and of no use here. */
const rawElements = new Set(['script', 'style'])
/** What is nested deeper becomes a child of the last element that isn't. */
const depthMax = 200
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

/**
 * Reads a page that a program wrote: elements, attributes and texts, in time linear in its length. It doesn't correct mark-up as browsers
 * do.
 */
export function htmlTree(html: string): HtmlElement {
  const page: HtmlElement = { name: '', attributes: new Map(), children: [] }
  const open = [page]
  const add = (child: HtmlElement | string) => open.at(-1)?.children.push(child)
  let at = 0
  while (at < html.length) {
    const start = html.indexOf('<', at)
    const end = start < 0 ? -1 : endOfTag(html, start)
    if (end < 0) {
      add(decodeHtml(html.slice(at)))
      break
    }
    if (start > at) add(decodeHtml(html.slice(at, start)))
    at = end + 1
    const [, slash, tag] = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(html.slice(start, Math.min(end, start + nameMax))) ?? []
    if (tag === undefined) continue
    const name = tag.toLowerCase()
    if (slash === '/') close(open, name)
    else if (rawElements.has(name)) at = endOfRaw(html, at, name)
    else {
      const element: HtmlElement = {
        name,
        attributes: attributesIn(html.slice(start + 1 + tag.length, end)),
        children: [],
      }
      add(element)
      if (!voidElements.has(name) && html[end - 1] !== '/' && open.length < depthMax) open.push(element)
    }
  }
  return page
}

/** Longer names are no elements of HTML. */
const nameMax = 40

/** Where a tag ends, past quoted attributes; the end of a comment. Negative if it doesn't. */
function endOfTag(html: string, start: number): number {
  if (html.startsWith('<!--', start)) {
    const end = html.indexOf('-->', start + 4)
    return end < 0 ? -1 : end + 2
  }
  let quote = ''
  for (let at = start + 1; at < html.length; at += 1) {
    const character = html.charAt(at)
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '>') return at
    else if ((character === '"' || character === "'") && html[at - 1] === '=') quote = character
  }
  return -1
}

function endOfRaw(html: string, from: number, name: string): number {
  const end = html.indexOf(`</${name}`, from)
  return end < 0 ? html.length : end
}

function close(open: HtmlElement[], name: string): void {
  const at = open.findLastIndex((element) => element.name === name)
  if (at > 0) open.length = at
}

function attributesIn(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare] of text.matchAll(attribute)) {
    attributes.set(name.toLowerCase(), decodeHtml(double ?? single ?? bare ?? ''))
  }
  return attributes
}

/** All elements below one, in their order in the page. */
export function* elementsIn(element: HtmlElement): Generator<HtmlElement, void, undefined> {
  const waiting = element.children.toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') continue
    yield next
    for (const child of next.children.toReversed()) waiting.push(child)
  }
}

/** The first element with a class; undefined if there is none. */
export function withClass(element: HtmlElement, name: string): HtmlElement | undefined {
  for (const each of elementsIn(element)) if (hasClass(each, name)) return each
  return undefined
}

/** Whether an element has a class. */
export const hasClass = (element: HtmlElement, name: string): boolean =>
  (element.attributes.get('class') ?? '').split(/\s+/).includes(name)

/** The text of an element as it is read, with line breaks; without icons. */
export function wordsIn(element: HtmlElement | undefined): string {
  return element ? joined(element).replaceAll('\u00A0', ' ').trim() : ''
}

function joined(element: HtmlElement): string {
  return element.children
    .map((child) =>
      typeof child === 'string' ? child : child.name === 'br' ? '\n' : isIcon(child) ? '' : joined(child),
    )
    .join('')
}

const isIcon = (element: HtmlElement) => /(?:^|\s)\S+-icon(?:\s|$)/.test(element.attributes.get('class') ?? '')
