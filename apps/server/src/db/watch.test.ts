import net from 'node:net'
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useWorld } from '../../test/harness.ts'
import { openLog } from '../log.ts'
import type { Connection } from './connection.ts'
import { openDatabase } from './database.ts'

const world = useWorld()

function addressOf(connection: Connection): { host: string; port: number } {
  if (!('connectionString' in connection)) return connection
  const { hostname, port } = new URL(connection.connectionString)
  return { host: hostname, port: Number(port || 5432) }
}

function through(port: number, connection: Connection): Connection {
  if (!('connectionString' in connection)) return { ...connection, host: '127.0.0.1', port }
  const url = new URL(connection.connectionString)
  url.host = `127.0.0.1:${port}`
  return { ...connection, connectionString: url.href }
}

/** A way to the server on which the check for it gets no answer, and on request nobody does. */
async function openWay({ host, port }: { host: string; port: number }) {
  let isClosed = false
  const server = net.createServer((near) => {
    near.on('error', () => near.destroy())
    near.once('data', (first: Buffer) => {
      if (isClosed || first.includes('signet-watch')) return
      const far = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
      far.write(first)
      far.on('error', () => near.destroy()).on('close', () => near.destroy())
      near.on('close', () => far.destroy())
      near.on('data', (bytes: Buffer) => far.write(bytes))
      far.on('data', (bytes: Buffer) => isClosed || near.write(bytes))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : expect.fail('it has no port'),
    closeWay: () => {
      isClosed = true
    },
    stop: () => server.close(),
  }
}

test('a server that answers calls is not taken for lost because its check is late, and one that answers nothing is', async () => {
  const { connection } = world()
  const way = await openWay(addressOf(connection))
  const database = openDatabase(through(way.port, connection))
  const answer = () => database.inCompanies([], (tx) => sql<{ one: number }>`select 1 as one`.execute(tx))
  try {
    await answer()
    database.watch(openLog('silent'))
    const until = Date.now() + 5_000
    while (Date.now() < until) expect((await answer()).rows).toEqual([{ one: 1 }])
    expect(database.isAway()).toBe(false)
    way.closeWay()
    await expect.poll(() => database.isAway(), { timeout: 10_000 }).toBe(true)
    await expect(answer()).rejects.toThrow()
  } finally {
    await database.close()
    way.stop()
  }
})
