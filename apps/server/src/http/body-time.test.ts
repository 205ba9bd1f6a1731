import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { useWorld } from '../../test/harness.ts'
import { openLog } from '../log.ts'
import { buildServer } from './app.ts'

const world = useWorld()

test('a request whose body does not come is ended', { timeout: 30_000 }, async () => {
  const { database, queue, files, keys, secrets } = world()
  const parts = { database, queue, files, keys, secrets, log: openLog('silent'), publicOrigin: null, bodyTimeMs: 200 }
  const server = await buildServer(parts, 'test', null)
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    'POST /api/auth/_log HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  )
  await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  await server.close()
})
