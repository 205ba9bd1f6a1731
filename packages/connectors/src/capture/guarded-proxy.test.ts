import { once } from 'node:events'
import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { startFakeProxy } from '../../test/fake-proxy.ts'
import { startFakeServer } from '../../test/fake-server.ts'
import { openGuardedProxy, type GuardedProxy, type ProxyOptions } from './guarded-proxy.ts'

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0)) await close()
})

async function open(more: Partial<ProxyOptions> = {}): Promise<GuardedProxy> {
  const proxy = await openGuardedProxy({ bytesMax: 1_000_000, connectionsMax: 500, allowAddress: [], ...more })
  closes.push(() => proxy.close())
  return proxy
}

/** The status that a browser's request for a tunnel gets. */
async function tunnel({ port }: GuardedProxy, authority: string): Promise<number | undefined> {
  const asking = request({ host: '127.0.0.1', port, method: 'CONNECT', path: authority, agent: false }).end()
  const [answer, socket] = await once(asking, 'connect')
  socket.destroy()
  return answer.statusCode
}

/** Whether a request without TLS gets any response. */
async function isAnswered({ port }: GuardedProxy, address: string): Promise<boolean> {
  const asking = request({ host: '127.0.0.1', port, path: address, agent: false }).end()
  return once(asking, 'response').then(
    () => true,
    () => false,
  )
}

const forms = [
  '127.0.0.1',
  '127.1',
  '127.0.0.1.',
  '0',
  '0.0.0.0',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '2130706433',
  '017700000001',
  'localhost',
  'LOCALHOST',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '2852039166',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[ff02::1]',
]

test('no notation of an address that is not public is connected to', async () => {
  const proxy = await open({ lookup: () => Promise.resolve(['127.0.0.1']) })
  for (const form of forms) {
    expect(await tunnel(proxy, `${form}:443`), form).not.toBe(200)
    expect(await isAnswered(proxy, `http://${form}/`), form).toBe(false)
  }
  expect(proxy.ips.size).toBe(0)
  expect(proxy.refused.size).toBeGreaterThan(20)
})

test('a name whose address changes between two lookups leads to the address that was checked, or nowhere', async () => {
  const exits = await startFakeProxy()
  closes.push(() => exits.close())
  // Nothing leaves this machine: the exit only notes where it should connect to.
  exits.answer('DE', 502)
  const answers = [['8.8.8.8'], ['127.0.0.1'], ['8.8.4.4', '10.0.0.1']]
  const proxy = await open({ exit: exits.exit('DE'), lookup: () => Promise.resolve(answers.shift() ?? []) })
  for (let count = 0; count < 3; count += 1) expect(await tunnel(proxy, 'rebind.example:443')).toBe(502)
  expect(exits.targets).toEqual(['DE 8.8.8.8:443'])
  expect([...proxy.refused]).toEqual(['rebind.example:443'])
})

test('connections leave by the exit of the visit', async () => {
  const [exits, site] = await Promise.all([startFakeProxy(), startFakeServer()])
  closes.push(
    () => exits.close(),
    () => site.close(),
  )
  site.on('/', (_, response) => response.end('hello'))
  const proxy = await open({ exit: exits.exit('IN'), allowAddress: [site.address] })
  expect(await isAnswered(proxy, site.url('/'))).toBe(true)
  expect(exits.targets).toEqual([`IN ${site.address}`])
})

test('a visit ends at its limit of connections', async () => {
  const proxy = await open({ connectionsMax: 3 })
  for (let count = 0; count < 4; count += 1) await tunnel(proxy, '127.0.0.1:443')
  await proxy.exceeded
})
