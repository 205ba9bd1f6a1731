import { once } from 'node:events'
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ConnectorError } from '../connector-error.ts'

/** A proxy that captures leave by, so that a page that only answers visitors of one country shows its content. */
export interface Exit {
  /** A country code of ISO 3166-1, e.g. `DE`, or another name chosen by the operator. */
  label: string
  host: string
  port: number
  /** The value of Proxy-Authorization, if the proxy requires one. */
  authorization?: string
}

/**
 * Reads a list of exits, e.g. `DE=http://user:password@proxy.example:3128,IN=http://10.1.2.3:8080`.
 *
 * @returns null if an entry is not `label=http://host:port`
 */
export function readExits(setting: string): Exit[] | null {
  const exits: Exit[] = []
  for (const entry of setting.split(',').filter((text) => text.trim() !== '')) {
    const [, label, address = ''] = /^\s*([\w-]{1,20})=(\S+)\s*$/.exec(entry) ?? []
    const url = URL.canParse(address) ? new URL(address) : null
    if (label === undefined || url?.protocol !== 'http:' || url.pathname !== '/') return null
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    exits.push({
      label,
      host: url.hostname.replaceAll(/^\[|\]$/g, ''),
      port: Number(url.port || 80),
      ...(url.username ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {}),
    })
  }
  return exits
}

/** A proxy answers with one of these when the target can't be reached; any other error is one of the proxy itself. */
const targetErrors = new Set([502, 503, 504])

/**
 * Connects through an exit to an address that was checked.
 *
 * Source: CONNECT of RFC 9110, section 9.3.6.
 *
 * @throws ConnectorError `unreachable`, with the reason EXIT_FAILED if the exit itself doesn't work, which says nothing about the target
 */
export async function connectByExit(exit: Exit, ip: string, port: number, timeoutMs: number): Promise<Socket> {
  const authority = ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`
  const request = httpRequest({
    host: exit.host,
    port: exit.port,
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...(exit.authorization ? { 'proxy-authorization': exit.authorization } : {}) },
    timeout: timeoutMs,
    agent: false,
  })
  request.once('timeout', () => request.destroy(new Error('timeout')))
  request.end()
  const [answer, socket] = await opened(request, exit.label)
  if (answer.statusCode === 200) return socket
  socket.destroy()
  throw targetErrors.has(answer.statusCode ?? 0)
    ? new ConnectorError('SERVER_UNREACHABLE', { host: authority, code: 'ECONNREFUSED' })
    : new ConnectorError('EXIT_FAILED', { exit: exit.label })
}

async function opened(request: ClientRequest, exit: string): Promise<[IncomingMessage, Socket]> {
  try {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- `once` doesn't type the values of an event
    return (await once(request, 'connect')) as [IncomingMessage, Socket]
  } catch (cause) {
    throw new ConnectorError('EXIT_FAILED', { exit }, { cause })
  }
}
