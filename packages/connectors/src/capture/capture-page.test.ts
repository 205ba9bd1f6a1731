import { chromiumPath } from '../../test/chromium-path.ts'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startFakeServer, type FakeServer } from '../../test/fake-server.ts'
import { capturePage, type CaptureOptions } from './capture-page.ts'

/*
 * A real browser visits hostile pages on this machine. The pages' own server is an exception from the address rules; everything else on
 * this machine must not be reached.
 */

let site: FakeServer
let inside: FakeServer
let ownFolder: string

beforeAll(async () => {
  // Captures of other tests that run at the same time also leave files in the usual folder until they end.
  ownFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'signet-test-'))
  // The browser runs as another user if this is root.
  await fs.chmod(ownFolder, 0o755)
  vi.stubEnv('TMPDIR', ownFolder)
  ;[site, inside] = await Promise.all([startFakeServer(), startFakeServer()])
})
afterAll(async () => {
  await Promise.all([site.close(), inside.close()])
  vi.unstubAllEnvs()
  await fs.rm(ownFolder, { recursive: true })
})
beforeEach(() => {
  inside.requests.length = 0
})

const page = (at: string, html: string) =>
  site.on(at, (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html))

/** Both visits of a page of the site. */
async function capture(at: string, more: CaptureOptions = {}) {
  // The phone has an additional parameter in its address.
  site.onOther((request, response) => {
    const [bare = '', query] = (request.url ?? '').split('?')
    if (!query?.startsWith('gclid=')) return false
    response.writeHead(307, { location: bare }).end()
    return true
  })
  const visits = await capturePage(site.url(at), {
    browser: { program: chromiumPath },
    allowAddress: [site.address],
    visitMs: 12_000,
    ...more,
  })
  expect(visits.map(({ facts }) => facts.profile)).toEqual(['desktop', 'phone'])
  return visits.map(({ facts, files }) => ({ ...facts, files }))
}

const leftovers = async () => (await fs.readdir(ownFolder)).filter((name) => name.startsWith('signet-capture-'))

test('keeps pictures, HTML, requests, forms and redirects of both visitors', async () => {
  site.on('/start', (_, response) => response.writeHead(302, { location: '/login' }).end())
  page('/login', '<title>Bank</title><form action="/steal">PIN <input name="pin" type="password"></form>')
  const visits = await capture('/start')
  for (const visit of visits) {
    expect(visit).toMatchObject({ problem: null, exit: null, page: { title: 'Bank' } })
    expect(visit.page?.forms).toEqual([
      {
        action: site.url('/steal'),
        method: 'get',
        fields: [{ name: 'pin', type: 'password', autocomplete: '', label: '', box: expect.any(Object) }],
      },
    ])
    expect(visit.hops.at(-1)).toEqual({ url: site.url('/login'), status: 200, ip: '127.0.0.1' })
    expect(visit.headers['content-type']).toBe('text/html')
    expect(visit.files.view?.subarray(1, 4).toString()).toBe('PNG')
    expect(visit.files.full?.subarray(1, 4).toString()).toBe('PNG')
    expect(visit.files.html?.toString()).toContain('name="pin"')
    expect(JSON.parse(String(visit.files.har))).toMatchObject({ log: { version: '1.2' } })
  }
  expect(visits[0]?.hops).toHaveLength(2)
  const phone = site.requests.find(({ url }) => url?.includes('gclid='))
  expect(phone?.headers).toMatchObject({ referer: 'https://www.google.com/' })
  expect(phone?.headers['user-agent']).toContain('Android')
  expect(await leftovers()).toEqual([])
})

test.each([
  ['without a width of its own', '', 980],
  ['for phones', '<meta name="viewport" content="width=device-width">', 410],
  ['of an absurd width', '<meta name="viewport" content="width=9000">', 1400],
])('the picture of the whole page is as wide, to ten pixels, as a phone lays out a page %s', async (_, meta, width) => {
  page('/wide', `<!doctype html>${meta}<title>Wide</title><main style="max-width: 420px; margin: auto">Sign in</main>`)
  const phone = (await capture('/wide'))[1]
  // The second number of the header is the width. A phone has two pixels for each of the page.
  const full = phone?.files.full ?? Buffer.alloc(20)
  expect(Math.round(full.readUInt32BE(16) / 2 / 10) * 10).toBe(width)
})

test('keeps the texts in view with their places, not those that nobody sees', async () => {
  page(
    '/texts',
    `<title>Texts</title><body style="margin: 0"><form name="createTreeWalker"></form>
    <h1 style="position: absolute; left: 30px; top: 20px; margin: 0">Velmora <b>Bank</b></h1>
    <p style="display: none">hidden</p><p style="opacity: 0">unseen</p><p style="visibility: hidden">invisible</p>
    <p style="position: absolute; left: -900px; width: 500px">outside</p>
    <p style="position: absolute; top: 3000px">further down</p><script>var notShown = 1</script></body>`,
  )
  for (const { page: facts } of await capture('/texts')) {
    expect(facts?.texts?.map(({ text }) => text)).toEqual(['Velmora', 'Bank'])
    expect(facts?.texts?.[0]?.box).toMatchObject({ x: 30, y: expect.any(Number), width: expect.any(Number) })
  }
})

test('keeps at most 100 texts, however many a page has', async () => {
  page('/many', `<title>Many</title>${'<i>word word </i>'.repeat(20_000)}`)
  for (const { page: facts } of await capture('/many')) expect(facts?.texts).toHaveLength(100)
})

test('keeps the HTML as the page left it, without the marks of taking pictures', async () => {
  page('/plain', '<title>Plain</title><body><input name="user"><p>Hello</p></body>')
  for (const { files } of await capture('/plain')) {
    expect(files.html?.toString()).toBe(
      '<html><head><title>Plain</title></head><body><input name="user"><p>Hello</p></body></html>',
    )
  }
})

test('reaches nothing on this machine or its network, in any notation', async () => {
  const port = inside.address.split(':')[1]
  const udp = createSocket('udp4')
  let packets = 0
  udp.on('message', () => (packets += 1)).bind(0, '127.0.0.1')
  await once(udp, 'listening')
  const udpPort = udp.address().port
  const hosts = ['127.0.0.1', 'localhost', '127.1', '0x7f000001', '2130706433', '0', '[::1]', '[::ffff:127.0.0.1]']
  site.on('/inward', (_, response) => response.writeHead(302, { location: inside.url('/secret') }).end())
  page(
    '/reach',
    `<h1>Reach</h1><iframe src="/inward"></iframe><img src="http://169.254.169.254/latest/meta-data/">
    <link rel="dns-prefetch" href="//inside.test"><script>
    for (const host of ${JSON.stringify(hosts)}) {
      fetch('http://' + host + ':${port}/', { mode: 'no-cors' }).catch(() => {})
      new Image().src = 'http://' + host + ':${port}/image'
      try { new WebSocket('ws://' + host + ':${port}/') } catch {}
    }
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udpPort}' }] })
    peer.createDataChannel('x')
    peer.createOffer().then((offer) => peer.setLocalDescription(offer))
    try { new WebTransport('https://127.0.0.1:${udpPort}/').closed.catch(() => {}) } catch {}
    </script>`,
  )
  const [desktop] = await capture('/reach')
  expect(desktop?.page?.text).toContain('Reach')
  expect(desktop?.refused).toEqual(expect.arrayContaining([inside.address, '169.254.169.254:80', `[::1]:${port}`]))
  expect(inside.requests).toEqual([])
  expect(packets).toBe(0)
  udp.close()
})

test('does not open an address that our rules forbid', async () => {
  const visits = await capturePage(inside.url('/'), { browser: { program: chromiumPath } })
  expect(visits.map(({ facts }) => [facts.problem, facts.hops])).toEqual([
    ['refused', []],
    ['refused', []],
  ])
  expect(inside.requests).toEqual([])
})

test('ends a page that never ends, and keeps what it showed', async () => {
  site.on('/endless', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Endless</title><p>Loading')
  })
  const [desktop] = await capture('/endless', { visitMs: 6_000 })
  expect(desktop).toMatchObject({ problem: 'slow', hops: [{ status: 200 }], page: { title: 'Endless' } })
  expect(desktop?.files.view).toBeDefined()
})

test('stops at the limit of bytes', async () => {
  const block = Buffer.alloc(64 * 1024, 'x')
  let sent = 0
  site.on('/huge', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const more = () => {
      if (response.destroyed) return
      sent += block.length
      response.write(block, more)
    }
    more()
  })
  const [desktop] = await capture('/huge', { bytesMax: 5_000_000 })
  expect(desktop?.problem).toBe('large')
  expect(sent).toBeLessThan(100_000_000)
})

test('records a redirect loop, downloads and windows, and saves nothing', { timeout: 90_000 }, async () => {
  site.on('/loop', (_, response) => response.writeHead(302, { location: '/loop' }).end())
  const [loop] = await capture('/loop')
  expect(loop?.problem).toBe('unreachable')
  expect(loop?.hops.length).toBeGreaterThan(10)

  site.on('/app.apk', (_, response) =>
    response.writeHead(200, { 'content-disposition': 'attachment; filename=app.apk' }).end('apk'),
  )
  page(
    '/offer',
    '<h1>Offer</h1><script>location.href = "/app.apk"; for (let n = 0; n < 50; n += 1) open("/x"); alert(1)</script>',
  )
  const [offer] = await capture('/offer', { visitMs: 6_000 })
  expect(offer).toMatchObject({ page: { text: 'Offer' }, downloads: [site.url('/app.apk')] })
  expect(await leftovers()).toEqual([])
})

test('ends a page that computes forever', { timeout: 90_000 }, async () => {
  page('/busy', '<h1>Busy</h1><script>setTimeout(() => { for (;;); }, 0)</script>')
  const [busy] = await capture('/busy', { visitMs: 4_000 })
  expect(busy?.problem).not.toBeNull()
  expect(busy?.hops).toHaveLength(1)
  expect(await leftovers()).toEqual([])
})

test('shows a page that plays media', async () => {
  page('/media', '<h1>Media</h1><video autoplay loop src="/endless"></video><audio autoplay src="/endless"></audio>')
  const [media] = await capture('/media')
  expect(media?.files.view).toBeDefined()
})

test('says that there is no browser', async () => {
  await expect(capturePage(site.url('/'), { browser: { program: '/nowhere' } })).rejects.toMatchObject({
    reason: 'BROWSER_MISSING',
  })
  expect(await leftovers()).toEqual([])
})

test('keeps the icon of the page, and what was seen when the browser is killed', async () => {
  site.on('/icon.png', (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('icon'))
  page('/icon', '<h1>Icon</h1><link rel="icon" href="/icon.png">')
  const [desktop] = await capture('/icon')
  expect(desktop?.icon).toMatchObject({
    url: site.url('/icon.png'),
    type: 'image/png',
    base64: Buffer.from('icon').toString('base64'),
  })

  const folder = await fs.mkdtemp(`${os.tmpdir()}/killed-browser-`)
  const script = `${folder}/browser`
  await fs.writeFile(script, `#!/bin/sh\necho $$ > ${folder}/pid\nexec ${chromiumPath} "$@"\n`, { mode: 0o755 })
  await fs.chmod(folder, 0o777)
  site.on('/kills', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<h1>Almost')
    void fs.readFile(`${folder}/pid`, 'utf8').then((pid) => process.kill(-Number(pid), 'SIGKILL'))
  })
  const killed = await capturePage(site.url('/kills'), {
    browser: { program: script },
    allowAddress: [site.address],
    visitMs: 12_000,
  }).then(
    (visits) => visits.map(({ facts }) => facts.problem),
    (error: unknown) => error,
  )
  if (Array.isArray(killed)) expect(killed).toContain('crashed')
  else expect(killed).toMatchObject({ reason: 'BROWSER_ENDED' })
  await fs.rm(folder, { recursive: true, force: true })
  expect(await leftovers()).toEqual([])
})
