import { textOf } from '../narrow.ts'
import { eventsInLine, type MasscanBanner, type MasscanEvent } from './masscan-events.ts'
import { readMasscanXml } from './masscan-xml.ts'

/** Characters of a banner that are searched for the header and the title of a page. */
const headMax = 16_384

/** A service: everything that masscan saw of one port. */
export interface MasscanService {
  ip: string
  port: number
  protocol: string
  state: string
  firstSeenUtc: string | null
  lastSeenUtc: string | null
  banners: MasscanBanner[]
  /** The title of its page. */
  title: string | null
  /** Its HTTP header `Server`. */
  server: string | null
}

/**
 * Reads a report of masscan, also an interrupted one, in any of its text formats: JSON (-oJ; old versions end it with a line that is no
 * JSON), one object per line (-oD), list (-oL) or XML (-oX).
 *
 * Source: out-json.c, out-ndjson.c, out-text.c and out-xml.c of masscan 1.3.2, https://github.com/robertdavidgraham/masscan
 */
export function readMasscan(text: string): MasscanService[] {
  return mergeEvents(/^\s*</.test(text) ? readMasscanXml(text) : text.split('\n').flatMap(eventsInLine))
}

/** The events of one port as one service, in the order in which the ports were first seen. */
function mergeEvents(events: readonly MasscanEvent[]): MasscanService[] {
  const services = new Map<string, MasscanService>()
  for (const event of events) {
    const { state, seenUtc, banner } = event
    const key = `${event.ip} ${event.port} ${event.protocol}`
    const service = services.get(key) ?? newService(event)
    services.set(key, service)
    if (state) service.state = state
    if (seenUtc) service.lastSeenUtc = seenUtc
    if (banner) addBanner(service, banner)
  }
  return [...services.values()]
}

function newService({ ip, port, protocol, seenUtc }: MasscanEvent): MasscanService {
  return {
    ip,
    port,
    protocol,
    state: 'open',
    firstSeenUtc: seenUtc,
    lastSeenUtc: seenUtc,
    banners: [],
    title: null,
    server: null,
  }
}

function addBanner(service: MasscanService, banner: MasscanBanner): void {
  const { name, text } = banner
  service.banners.push(banner)
  if (name === 'title') service.title ??= textOf(text)
  if (name === 'http.server') service.server = textOf(text)
  if (name === 'http') {
    const head = text.slice(0, headMax)
    service.server ??= textOf(/^Server:(.*)$/im.exec(head)?.[1])
    service.title ??= textOf(/<title[^>]*>([^<]*)/i.exec(head)?.[1])
  }
}
