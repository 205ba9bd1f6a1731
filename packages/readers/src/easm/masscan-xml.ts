import type { MasscanEvent } from './masscan-events.ts'
import { ipOf, portOf, utcOfSeconds, withoutByteEscapes } from './values.ts'
import { readXml, type Attributes } from './xml-events.ts'

/** The events of masscan's XML until the first mistake. Each is a `host` of its own. */
export function readMasscanXml(xml: string): MasscanEvent[] {
  const events: MasscanEvent[] = []
  let elements = new Map<string, Attributes>()
  readXml(xml, {
    open: (name, attributes) => {
      if (name === 'host') elements = new Map()
      elements.set(name, attributes)
    },
    close: (name) => {
      if (name === 'port') events.push(...eventOf(elements))
    },
  })
  return events
}

function eventOf(elements: ReadonlyMap<string, Attributes>): MasscanEvent[] {
  const service = elements.get('service')
  const ip = ipOf(elements.get('address')?.['addr'])
  const port = portOf(elements.get('port')?.['portid'])
  if (ip === null || port === null) return []
  return [
    {
      ip,
      port,
      protocol: elements.get('port')?.['protocol'] ?? 'tcp',
      state: elements.get('state')?.['state'] ?? null,
      seenUtc: utcOfSeconds(elements.get('host')?.['endtime']),
      banner: service ? { name: service['name'] ?? '', text: withoutByteEscapes(service['banner'] ?? '') } : null,
    },
  ]
}
