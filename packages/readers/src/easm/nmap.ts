import { UnreadableFile } from '../file-kind.ts'
import { numberOf, textOf } from '../narrow.ts'
import { certificateOf, titleOf, type NmapCertificate, type NmapScript, type OpenScript } from './nmap-script.ts'
import { hostOf, ipOf, portOf, unique, utcOfSeconds } from './values.ts'
import { readXml, type Attributes } from './xml-events.ts'

/** A port of a host, whatever its state. Texts are null where nmap didn't find them out. */
export interface NmapPort extends NmapCertificate {
  port: number
  protocol: string
  state: string
  service: string | null
  /** `ssl` if the service is inside TLS. */
  tunnel: string | null
  product: string | null
  version: string | null
  extraInfo: string | null
  cpe: string[]
  /** The title of its page. */
  title: string | null
  scripts: NmapScript[]
}

/** A host of a scan. */
export interface NmapHost {
  ip: string | null
  mac: string | null
  hostnames: string[]
  up: boolean
  /** The likeliest operating system. */
  os: string | null
  ports: NmapPort[]
  /** Ports that are only counted, by their state. */
  otherPorts: { state: string; count: number }[]
}

/** A report of nmap. */
export interface NmapScan {
  arguments: string | null
  startedUtc: string | null
  /** False if the scan was interrupted or the end of the file is missing; the hosts until then are there. */
  isComplete: boolean
  hostsUp: number
  /** Open ports of all hosts. */
  openPorts: number
  hosts: NmapHost[]
}

const outputMax = 2000

/**
 * Reads a report in nmap's XML, also an interrupted one: what comes before the first mistake counts.
 *
 * Source: nmap.dtd of nmap 7.98, https://svn.nmap.org/nmap/docs/nmap.dtd
 *
 * @throws UnreadableFile if it doesn't even start like one
 */
export function readNmap(xml: string): NmapScan {
  const scan = new ScanReader()
  readXml(xml, {
    open: (name, attributes) => scan.open(name, attributes),
    text: (text) => scan.text(text),
    close: (name) => scan.close(name),
  })
  return scan.result()
}

/** Builds the scan from the elements in their order. */
class ScanReader {
  #run: Attributes | undefined
  #isFinished = false
  #hostsUp: number | null = null
  readonly #hosts: NmapHost[] = []
  #host: NmapHost | undefined
  #port: NmapPort | undefined
  #script: OpenScript | undefined
  #scripts: OpenScript[] = []
  readonly #tables: string[] = []
  #text: { key: string; text: string } | undefined

  open(name: string, attributes: Attributes): void {
    if (name === 'nmaprun') this.#run ??= attributes
    else if (name === 'host') this.#openHost()
    else if (name === 'finished') this.#isFinished = attributes['exit'] !== 'error'
    else if (name === 'hosts') this.#hostsUp = numberOf(attributes['up'])
    else if (this.#port) this.#openInPort(this.#port, name, attributes)
    else if (this.#host) this.#openInHost(this.#host, name, attributes)
  }

  text(text: string): void {
    if (this.#text) this.#text.text += text
  }

  close(name: string): void {
    if (name === 'host') this.#host = undefined
    else if (name === 'port') this.#closePort()
    else if (name === 'script') this.#script = undefined
    else if (name === 'table') this.#tables.pop()
    else if (name === 'elem' || name === 'cpe') this.#closeText()
  }

  result(): NmapScan {
    if (!this.#run) throw new UnreadableFile('damaged', 'it has no nmaprun element')
    this.#closePort()
    const hosts = this.#hosts
    for (const host of hosts) host.hostnames = unique(host.hostnames)
    return {
      arguments: textOf(this.#run['args']),
      startedUtc: utcOfSeconds(this.#run['start']),
      isComplete: this.#isFinished,
      hostsUp: this.#hostsUp ?? hosts.filter(({ up }) => up).length,
      openPorts: hosts.reduce((sum, { ports }) => sum + ports.filter(({ state }) => state === 'open').length, 0),
      hosts,
    }
  }

  #openHost(): void {
    this.#host = { ip: null, mac: null, hostnames: [], up: false, os: null, ports: [], otherPorts: [] }
    this.#hosts.push(this.#host)
  }

  #openInHost(host: NmapHost, name: string, attributes: Attributes): void {
    if (name === 'status') host.up = attributes['state'] === 'up'
    else if (name === 'address') addAddress(host, attributes)
    else if (name === 'hostname') addName(host, attributes)
    else if (name === 'osmatch') host.os ??= textOf(attributes['name'])
    else if (name === 'extraports')
      host.otherPorts.push({ state: attributes['state'] ?? '', count: countOf(attributes) })
    else if (name === 'port') this.#openPort(host, attributes)
  }

  #openPort(host: NmapHost, attributes: Attributes): void {
    const port = portOf(attributes['portid'])
    if (port === null) return
    this.#port = {
      port,
      protocol: attributes['protocol'] ?? 'tcp',
      state: 'unknown',
      service: null,
      tunnel: null,
      product: null,
      version: null,
      extraInfo: null,
      cpe: [],
      title: null,
      certNames: [],
      certNotAfter: null,
      scripts: [],
    }
    host.ports.push(this.#port)
  }

  #openInPort(port: NmapPort, name: string, attributes: Attributes): void {
    if (name === 'state') port.state = attributes['state'] ?? 'unknown'
    else if (name === 'service') addService(port, attributes)
    else if (name === 'script') this.#openScript(attributes)
    else if (name === 'table') this.#tables.push(attributes['key'] ?? '')
    else if (name === 'elem' || name === 'cpe') this.#text = { key: attributes['key'] ?? '', text: '' }
  }

  #openScript(attributes: Attributes): void {
    this.#script = { id: attributes['id'] ?? '', output: attributes['output'] ?? '', values: [] }
    this.#scripts.push(this.#script)
  }

  #closeText(): void {
    if (!this.#text) return
    const { key, text } = this.#text
    this.#text = undefined
    if (this.#script) this.#script.values.push({ table: this.#tables.at(-1) ?? '', key, text })
    else this.#port?.cpe.push(text.trim())
  }

  #closePort(): void {
    const port = this.#port
    if (!port) return
    Object.assign(port, certificateOf(this.#scripts), { title: titleOf(this.#scripts) })
    port.scripts = this.#scripts.map(({ id, output }) => ({ id, output: output.slice(0, outputMax) }))
    this.#port = undefined
    this.#script = undefined
    this.#scripts = []
    this.#tables.length = 0
  }
}

const countOf = (attributes: Attributes) => numberOf(attributes['count']) ?? 0

function addAddress(host: NmapHost, attributes: Attributes): void {
  if (attributes['addrtype'] === 'mac') host.mac = textOf(attributes['addr'])
  else host.ip ??= ipOf(attributes['addr'])
}

function addName(host: NmapHost, attributes: Attributes): void {
  const name = hostOf(attributes['name'])
  if (name !== null) host.hostnames.push(name)
}

function addService(port: NmapPort, attributes: Attributes): void {
  port.service = textOf(attributes['name'])
  port.tunnel = textOf(attributes['tunnel'])
  port.product = textOf(attributes['product'])
  port.version = textOf(attributes['version'])
  port.extraInfo = textOf(attributes['extrainfo'])
}
