import { isIP, type Socket } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import { connectByExit, type Exit } from './capture/exits.ts'
import { hostOf, resolvePublic, type ResolveHost } from './public-address.ts'

/**
 * A connector for undici that checks the target when it connects: every address of the name must be public (global unicast), and the
 * connection uses the address that was checked, so that a second resolution can't differ.
 *
 * IP literals are checked here because they never reach a `lookup` function.
 *
 * @param way an exit to connect through, and whether a server may present any certificate, for pages that only have to be seen
 */
export function guardedConnector(
  url: URL,
  allowAddress: readonly string[],
  timeoutMs: number,
  lookup?: ResolveHost,
  way: { exit?: Exit | undefined; acceptsAnyCertificate?: boolean | undefined } = {},
): buildConnector.connector {
  const { exit, acceptsAnyCertificate = false } = way
  const connect = buildConnector({ timeout: timeoutMs, allowH2: false, rejectUnauthorized: !acceptsAnyCertificate })
  const connectPublic = callbackify(async (options: buildConnector.Options) => {
    const servername = isIP(hostOf(url)) ? '' : hostOf(url)
    let failure: unknown
    // A name with addresses of both families may only be reachable through one of them.
    for (const address of await resolvePublic(url, allowAddress, timeoutMs, lookup)) {
      try {
        const target = { ...options, hostname: address, servername }
        if (!exit) return await connected(connect, target)
        const isTls = url.protocol === 'https:'
        const httpSocket = await connectByExit(exit, address, Number(url.port || (isTls ? 443 : 80)), timeoutMs)
        return isTls ? await connected(connect, { ...target, httpSocket }) : httpSocket
      } catch (error) {
        failure = error
      }
    }
    throw failure
  })
  return (options, callback) =>
    connectPublic(options, (error, socket) => (error ? callback(error, null) : callback(null, socket)))
}

function connected(connect: buildConnector.connector, options: buildConnector.Options): Promise<Socket> {
  return new Promise((done, fail) => {
    connect(options, (error, socket) => (error ? fail(error) : done(socket)))
  })
}
