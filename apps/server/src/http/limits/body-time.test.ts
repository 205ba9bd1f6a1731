import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { anotherServer, useWorld } from '../../../test/harness.ts'

useWorld()

test('a request whose body does not come is ended', async () => {
  const server = await anotherServer({ bodyTimeMs: 200 })
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
