import { once } from 'node:events'
import { createServer } from 'node:http'
import { Transformer } from '@napi-rs/image'
import { corpusPages } from '../../lookalike/corpus-pages.ts'

/** A sign-in page in the name of a brand with a style, a script, and pictures, on 127.0.0.1. */
export interface CaptureSite {
  url: string
  /** `host:port`. */
  address: string
  close(): Promise<void>
}

const pictureCount = 6

export async function startCaptureSite(): Promise<CaptureSite> {
  const page = corpusPages().find(({ showsBrand, asksForSecrets }) => showsBrand && asksForSecrets)
  if (!page) throw new Error('the corpus has no impostor')
  const pictures = Array.from({ length: pictureCount }, (_, n) => `<p><img src="/picture-${n}.png" width="640">`)
  const html = page.html.replace(
    /<\/body>|$/,
    `<link rel="stylesheet" href="/style.css">${pictures.join('')}<script src="/script.js"></script>$&`,
  )
  const files = new Map<string, [type: string, bytes: Buffer]>([
    ['/', ['text/html; charset=utf-8', Buffer.from(html)]],
    ['/style.css', ['text/css', Buffer.from('img { border-radius: 8px; box-shadow: 0 2px 8px #0004 }')]],
    [
      '/script.js',
      ['text/javascript', Buffer.from('fetch("/session").then(() => document.body.append(new Date().getFullYear()))')],
    ],
    ['/session', ['application/json', Buffer.from('{}')]],
  ])
  for (let n = 0; n < pictureCount; n += 1) files.set(`/picture-${n}.png`, ['image/png', await gradient(n)])
  const server = createServer((request, response) => {
    const [type, bytes] = files.get((request.url ?? '').split('?')[0] ?? '') ?? []
    if (!type) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': type }).end(bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  const address = `127.0.0.1:${typeof listening === 'object' ? listening?.port : 0}`
  return {
    url: `http://${address}/`,
    address,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A picture of 640 × 360 pixels, different for each number. */
function gradient(seed: number): Promise<Buffer> {
  const [width, height] = [640, 360]
  const pixels = Buffer.alloc(width * height * 4, 255)
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)]
    pixels.set([(x + seed * 40) & 255, (y * 2) & 255, (x ^ y) & 255], at * 4)
  }
  return Transformer.fromRgbaPixels(pixels, width, height).png()
}
