import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { askedConnectorNames, type AskedConnectorName } from '@signet/contract/collection/connectors'
import { isOneOf } from '@signet/contract/narrow'
import { manners } from '../providers/fake-provider.ts'
import { type Desk, deliveries } from './desks.ts'
import type { Fakenet, PlacedHost } from './fakenet.ts'
import { shownPages } from './host-pages.ts'
import { answerKinds } from './mail-answers.ts'
import { providers, type ProviderName } from './providers.ts'

/** The controls of a local internet over HTTP, on 127.0.0.1. */
export interface FakenetControl {
  url: string
  close(): Promise<void>
}

const bodyMax = 1024 * 1024
type Json = Record<string, unknown>

/**
 * Serves `GET /state` and `GET /mails/N`, and `PUT /hosts/NAME`, `PUT /listings/NAME`, `PUT /platforms/CONNECTOR`, `PUT /desks/ADDRESS`,
 * `POST /mailbox` and `POST /certificates` with JSON, which a page of another site can't send without being allowed to.
 */
export async function startControl(net: Fakenet, port = 0): Promise<FakenetControl> {
  const server = createServer((request, response) => {
    answer(net, request).then(
      ({ status, body }) => send(response, status, body),
      (error: unknown) => send(response, 400, { error: error instanceof Error ? error.message : 'invalid' }),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  return {
    url: `http://127.0.0.1:${typeof listening === 'object' ? listening?.port : port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, status: number, body: object | string): void {
  const isText = typeof body === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json' })
  response.end(isText ? body : `${JSON.stringify(body, null, 2)}\n`)
}

async function answer(net: Fakenet, request: IncomingMessage): Promise<{ status: number; body: object | string }> {
  const [, place = '', name = ''] = (request.url ?? '').split('/').map((part) => decodeURIComponent(part))
  const call = `${request.method} /${place}`
  if (call === 'GET /state') return { status: 200, body: stateOf(net) }
  if (call === 'GET /mails') {
    const mail = net.mails[Number(name)]
    return mail ? { status: 200, body: mail.message } : { status: 404, body: { error: 'no such mail' } }
  }
  const changes = new Map<string, (body: Json) => void>([
    ['PUT /hosts', (body) => net.setHost(name, hostIn(body))],
    ['PUT /listings', (body) => net.setListed(name, choiceIn(body, 'state', ['listed', 'not listed']) === 'listed')],
    ['PUT /platforms', (body) => net.setPlatform(connectorIn(name), choiceIn(body, 'manner', manners))],
    ['PUT /desks', (body) => net.setDesk(name, deskIn(body))],
    ['POST /mailbox', (body) => net.mailbox.deliver(textIn(body, 'message'))],
    ['POST /certificates', (body) => net.announce(textIn(body, 'name'))],
  ])
  const change = changes.get(call)
  if (!change) return { status: 404, body: { error: 'no such control' } }
  change(await bodyOf(request))
  return { status: 200, body: stateOf(net) }
}

function stateOf({ now, hosts, desks, mails, mailbox, events }: Fakenet): object {
  return {
    now: now(),
    hosts: [...hosts.values()],
    desks: Object.fromEntries(desks),
    mails: mails.map(({ from, to }, number) => ({ number, from, to })),
    mailbox: mailbox.messages.length,
    events,
  }
}

/** @throws Error for a body that isn't a JSON object */
async function bodyOf(request: IncomingMessage): Promise<Json> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) throw new Error('send application/json')
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > bodyMax) throw new Error('too large')
  }
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) throw new Error('send a JSON object')
  return value
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

function textIn(body: Json, field: string): string {
  const value = body[field]
  if (typeof value !== 'string' || value === '') throw new Error(`${field} must be a text`)
  return value
}

/** One of the listed values. */
function choiceIn<T extends string>(body: Json, field: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === body[field])
  if (found === undefined) throw new Error(`${field} must be one of ${choices.join(', ')}`)
  return found
}

/** @throws Error for a name that no connector has */
function connectorIn(name: string): AskedConnectorName {
  if (!isOneOf(askedConnectorNames, name)) throw new Error(`there is no connector ${name}`)
  return name
}

const providerNames = Object.keys(providers).filter((name): name is ProviderName => name in providers)

function hostIn(body: Json): Partial<Omit<PlacedHost, 'name'>> {
  return {
    ...('shows' in body ? { shows: choiceIn(body, 'shows', shownPages) } : {}),
    ...('provider' in body ? { provider: choiceIn(body, 'provider', providerNames) } : {}),
    ...('brand' in body ? { brand: textIn(body, 'brand') } : {}),
    ...('leadsTo' in body ? { leadsTo: textIn(body, 'leadsTo') } : {}),
  }
}

function deskIn(body: Json): Partial<Desk> {
  const { answers } = body
  if (answers !== undefined && !Array.isArray(answers)) throw new Error('answers must be a list')
  return {
    ...('delivery' in body ? { delivery: choiceIn(body, 'delivery', deliveries) } : {}),
    ...(answers ? { answers: answers.map(answerIn) } : {}),
  }
}

function answerIn(entry: unknown): Desk['answers'][number] {
  if (!isObject(entry)) throw new Error('answers must be a list of objects')
  const { afterMs } = entry
  if (typeof afterMs !== 'number' || !(afterMs >= 0)) throw new Error('afterMs must be a number of milliseconds')
  return { kind: choiceIn(entry, 'kind', answerKinds), afterMs }
}
