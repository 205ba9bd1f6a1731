import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/**
 * The address by which Playwright connects to a browser that runs elsewhere. Chromium lists its WebSocket at `/json/version` and answers
 * there only if the request names it by an address or `localhost`, so other names are resolved first. A WebSocket address with a path is
 * complete; without one, it stands for the browser's HTTP address.
 *
 * Source: `net::HttpServer` of Chromium's DevTools, "Host header is specified and is not an IP address or localhost".
 *
 * @throws if the name can't be resolved
 */
export async function remoteEndpoint(url: string, resolve = addressOf): Promise<string> {
  const endpoint = new URL(url)
  const isWebSocket = endpoint.protocol.startsWith('ws')
  if (isWebSocket && endpoint.pathname !== '/') return url
  if (isWebSocket) endpoint.protocol = endpoint.protocol === 'wss:' ? 'https:' : 'http:'
  // A certificate belongs to a name, so https keeps it: whatever ends TLS there sets the header.
  if (endpoint.protocol === 'http:' && isName(endpoint.hostname)) endpoint.hostname = await resolve(endpoint.hostname)
  return endpoint.href
}

const isName = (host: string) => host !== 'localhost' && !host.startsWith('[') && isIP(host) === 0

async function addressOf(name: string): Promise<string> {
  const { address, family } = await lookup(name)
  return family === 6 ? `[${address}]` : address
}
