import { isObject, type Json, objectsOf, textOf } from '../narrow.ts'
import { ipOf, portOf, utcOfSeconds, withoutByteEscapes, withoutDoubleEncoding } from './values.ts'

/** One thing that masscan saw of a service: its state or a banner. masscan writes a record for each. */
export interface MasscanEvent {
  ip: string
  port: number
  protocol: string
  /** Null for a banner. */
  state: string | null
  seenUtc: string | null
  banner: MasscanBanner | null
}

/** `name`: the protocol or the part of it, such as `http`, `http.server`, `title` or `ssl`. */
export interface MasscanBanner {
  name: string
  text: string
}

/** A line of the list format (-oL): `open tcp 443 192.0.2.1 1735786000`, or `banner tcp … http TEXT`. */
const listLine =
  /^(?<state>[a-z]+) (?<protocol>[a-z0-9]+) (?<port>\d+) (?<ip>\S+) (?<time>\d+)(?: (?<name>\S+) ?(?<text>.*))?$/

/** The events in a line of one of masscan's formats, except XML; none for any other line. */
export function eventsInLine(line: string): MasscanEvent[] {
  const start = line.indexOf('{')
  if (start < 0) return eventInListLine(line.trimEnd())
  try {
    const record: unknown = JSON.parse(line.slice(start, line.lastIndexOf('}') + 1))
    return isObject(record) ? eventsIn(record) : []
  } catch {
    // A cut line.
    return []
  }
}

/** The events in a record, which has its ports in a list (-oJ), or is one port itself (-oD). */
function eventsIn(record: Json): MasscanEvent[] {
  const ip = ipOf(record['ip'])
  if (ip === null) return []
  const seenUtc = utcOfSeconds(record['timestamp'])
  const ports = Array.isArray(record['ports']) ? objectsOf(record['ports']) : [record]
  return ports.flatMap((each) => {
    const port = portOf(each['port'])
    const data = isObject(each['data']) ? each['data'] : each
    const state = textOf(data['status'])
    const banner = bannerOf(isObject(each['service']) ? each['service'] : data)
    if (port === null || (state === null && banner === null)) return []
    return [{ ip, port, protocol: textOf(each['proto']) ?? 'tcp', state, seenUtc, banner }]
  })
}

function bannerOf(service: Json): MasscanBanner | null {
  const name = textOf(service['name']) ?? textOf(service['service_name'])
  const text = service['banner']
  return name !== null && typeof text === 'string' ? { name, text: withoutDoubleEncoding(text) } : null
}

function eventInListLine(line: string): MasscanEvent[] {
  const { state, protocol, port: portText, ip: ipText, time, name, text = '' } = listLine.exec(line)?.groups ?? {}
  const [ip, port] = [ipOf(ipText), portOf(portText)]
  if (!state || !protocol || ip === null || port === null) return []
  const isBanner = state === 'banner'
  if (isBanner !== Boolean(name)) return []
  const banner = name ? { name, text: withoutByteEscapes(text) } : null
  return [{ ip, port, protocol, state: isBanner ? null : state, seenUtc: utcOfSeconds(time), banner }]
}
