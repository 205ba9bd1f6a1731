import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import { Transformer } from '@napi-rs/image'
import { describe, expect, test } from 'vitest'
import { putBrandLogo } from '@signet/contract/companies/brand-logos'
import { originalOf } from '@signet/contract/threats/file-types'
import { addEvidence } from '@signet/contract/threats/files'
import { getThreat } from '@signet/contract/threats/threats'
import type { ErrorReason } from '@signet/contract/errors/errors'
import { newCompany, newThreat, newUser, refusal, send, tinyPng, useWorld } from '../../../../test/harness.ts'
import { emptyJpeg, emptyWebp, exifOf, greyGif, greyPng, pngChunk, withSegment } from '../../../../test/pictures.ts'
import { childLimits, redraw, redrawAll } from './redraw.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany()
  const user = await newUser('subAdmin', company)
  const threat = await newThreat(company)
  const params = { source: threat.source, threatId: threat.id }
  const upload = (bytes: Uint8Array, name = 'seen.png') =>
    send(user, addEvidence, { params, form: { files: [{ bytes, name }] } })
  const evidence = async () => (await send(user, getThreat, { params })).body.evidence
  return { company, user, upload, evidence }
}
const open = (href: string) => world().server.inject(href)
/** The stored fields of the displayed image. */
async function shownOf(href: string) {
  const { headers, rawPayload } = await open(href)
  return { headers, bytes: rawPayload, facts: await new Transformer(rawPayload).metadata(true) }
}
/** A JPEG of noise, so that no two are the same. */
const noise = (width: number, height: number) =>
  Transformer.fromRgbaPixels(randomBytes(width * height * 4), width, height)

describe('an uploaded image', () => {
  test('is shown as a new drawing, and can be downloaded unchanged', async () => {
    const { upload, evidence } = await createFixture()
    const sent = tinyPng('<script>alert(1)</script> behind the end')
    const { status, body } = await upload(sent)
    expect(status).toBe(201)
    const shown = await shownOf(body.href)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="seen.png"',
      'content-length': String(shown.bytes.length),
    })
    expect(shown.bytes.includes('script')).toBe(false)
    expect(shown.facts).toMatchObject({ width: 4, height: 4 })
    const original = await open(originalOf(body.href))
    expect(original.rawPayload).toEqual(sent)
    expect(original.headers).toMatchObject({
      'content-disposition': 'attachment; filename="seen.png"',
      'x-content-type-options': 'nosniff',
    })
    expect(original.headers['content-security-policy']).toMatch(/default-src 'none';.*sandbox/)
    // The evidence is the original file.
    expect(await evidence()).toMatchObject([{ size: sent.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  })

  test('is upright and has no location data', async () => {
    const { upload } = await createFixture()
    const place = '52.5163 N 13.3777 E'
    const sent = withSegment(await noise(30, 20).jpeg(), exifOf(6, place))
    expect(await new Transformer(sent).metadata(true)).toMatchObject({ width: 30, height: 20, orientation: 6 })
    const { body } = await upload(sent, 'seen.jpg')
    const shown = await shownOf(body.href)
    expect(shown.headers['content-type']).toBe('image/jpeg')
    expect(shown.facts).toMatchObject({ width: 20, height: 30 })
    expect(shown.facts.orientation ?? 1).toBe(1)
    for (const mark of ['Exif', place]) expect(shown.bytes.includes(mark)).toBe(false)
    expect((await open(originalOf(body.href))).rawPayload.includes(place)).toBe(true)
  })

  test('may be a PNG, a JPEG, a WebP or a GIF', async () => {
    const { upload } = await createFixture()
    const pictures = {
      'image/png': await noise(9, 7).png(),
      'image/jpeg': await noise(9, 7).jpeg(),
      'image/webp': await noise(9, 7).webp(),
      'image/gif': greyGif({ width: 9, height: 7 }, [{ width: 9, height: 7, indices: randomBytes(63) }]),
    }
    for (const [type, bytes] of Object.entries(pictures)) {
      const { status, body } = await upload(bytes)
      expect({ status, type: body.type }).toEqual({ status: 201, type })
      const shown = await shownOf(body.href)
      expect(shown.facts).toMatchObject({ width: 9, height: 7 })
      expect(shown.headers['content-type']).toBe(type === 'image/jpeg' ? 'image/jpeg' : 'image/png')
    }
  })

  test('as a logo is kept as it was drawn, and nothing of what was sent', async () => {
    const { company } = await createFixture()
    const user = await newUser('superAdmin', company)
    const bytes = withSegment(await noise(12, 8).jpeg(), exifOf(1, 'where it was taken'))
    const form = { files: [{ bytes, name: 'logo.png' }] }
    const { status, body } = await send(user, putBrandLogo, {
      params: { brand: 'brand' },
      query: { company: company.key },
      form,
    })
    expect(status).toBe(201)
    for (const href of [body.logo, originalOf(body.logo)]) {
      expect((await open(href)).rawPayload.includes('where it was taken')).toBe(false)
    }
    const { rows } = await world().database.pool.query(
      'select sha256 = shown_sha256 as is_same, name, type from files where company_id = $1',
      [company.id],
    )
    expect(rows).toEqual([{ is_same: true, name: 'logo.png.jpg', type: 'image/jpeg' }])
  })

  test('stored before images were redrawn can only be downloaded', async () => {
    const { company, upload } = await createFixture()
    const { body } = await upload(tinyPng('old'))
    await world().database.pool.query(
      'update evidence set shown_sha256 = null, shown_type = null, shown_size = null where company_id = $1',
      [company.id],
    )
    expect((await open(body.href)).headers['content-disposition']).toBe('attachment; filename="seen.png"')
  })
})

const original = (bytes: Buffer) =>
  ({ type: 'image/png', size: bytes.length, open: async () => Readable.from([bytes]) }) as const

const shot = { type: 'image/png', name: 'shot.png' } as const

const side = 70_711
const unpackedBytes = 400 * 1024 * 1024
type Maker = () => [Uint8Array, ErrorReason] | Promise<[Uint8Array, ErrorReason]>
const hostile: Record<string, Maker> = {
  'of 50 megapixels and a row': () => [greyPng({ width: 10_000, height: 5001 }), 'IMAGE_TOO_LARGE'],
  'of a hundred times 50 megapixels': () => [
    greyPng({ width: side, height: side }, { data: Buffer.alloc(20) }),
    'IMAGE_TOO_LARGE',
  ],
  'that promises every pixel a PNG can have': () => [
    greyPng({ width: 0x7f_ff_ff_ff, height: 0x7f_ff_ff_ff }, { data: Buffer.alloc(20) }),
    'IMAGE_TOO_LARGE',
  ],
  'that promises every pixel a JPEG can have': () => [emptyJpeg(65_535, 65_535), 'IMAGE_TOO_LARGE'],
  'that promises every pixel a WebP can have': () => [emptyWebp(2 ** 24, 2 ** 24), 'IMAGE_TOO_LARGE'],
  'that promises every pixel a GIF can have': () => [
    greyGif({ width: 65_535, height: 65_535 }, [{ width: 1, height: 1, indices: Uint8Array.of(1) }]),
    'IMAGE_TOO_LARGE',
  ],
  'without pixels': () => [greyPng({ width: 0, height: 10 }), 'IMAGE_UNREADABLE'],
  'whose GIF frame is larger than its screen': () => [
    greyGif({ width: 4, height: 4 }, [{ width: 65_535, height: 65_535, indices: new Uint8Array(16) }]),
    'IMAGE_UNREADABLE',
  ],
  'whose GIF is cut short': () => {
    const whole = greyGif({ width: 99, height: 99 }, [{ width: 99, height: 99, indices: randomBytes(99 * 99) }])
    return [whole.subarray(0, whole.length - 2000), 'IMAGE_UNREADABLE']
  },
  'whose PNG is cut short': async () => [(await noise(99, 99).png()).subarray(0, 9000), 'IMAGE_UNREADABLE'],
  'whose PNG is changed by a byte': async () => {
    const bytes = await noise(99, 99).png()
    bytes[5000] = (bytes[5000] as number) ^ 1
    return [bytes, 'IMAGE_UNREADABLE']
  },
  'whose JPEG ends after its head': () => [emptyJpeg(640, 480).subarray(0, 21), 'IMAGE_UNREADABLE'],
  'whose JPEG holds no data': () => [emptyJpeg(640, 480), 'IMAGE_UNREADABLE'],
  'whose WebP holds no data': () => [emptyWebp(640, 480), 'IMAGE_UNREADABLE'],
  'that is only its first bytes': () => [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'IMAGE_UNREADABLE'],
  'that moves, as a PNG': () => {
    const frames = Buffer.from([0, 0, 0, 3, 0, 0, 0, 0])
    return [greyPng({ width: 8, height: 8 }, { before: [pngChunk('acTL', frames)] }), 'IMAGE_ANIMATED']
  },
  'that moves, as a WebP': () => [emptyWebp(640, 480, { isMoving: true }), 'IMAGE_ANIMATED'],
  'that moves, as a GIF': () => {
    const frame = { width: 4, height: 4, indices: new Uint8Array(16) }
    return [greyGif({ width: 4, height: 4 }, [frame, frame, frame]), 'IMAGE_ANIMATED']
  },
  'that is a drawing with a script': () => [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'),
    'FILE_TYPE_NOT_ALLOWED',
  ],
  'that is another kind of file under its name': () => [
    Buffer.from('MZ\x90\0\x03 a program', 'latin1'),
    'FILE_TYPE_NOT_ALLOWED',
  ],
}

describe('a hostile picture', () => {
  test.each(Object.keys(hostile))(
    '%s is refused by name of its field, soon, and nothing is kept of it',
    async (name) => {
      const { upload, evidence } = await createFixture()
      const [bytes, reason] = await (hostile[name] as Maker)()
      const path = reason === 'FILE_TYPE_NOT_ALLOWED' ? undefined : 'body.file'
      expect(await upload(bytes)).toMatchObject(refusal(reason, path))
      expect(await evidence()).toEqual([])
    },
  )

  test('with far more packed behind its pixels than it shows, or in a note before them, costs no memory', async () => {
    const { upload } = await createFixture()
    const packed = deflateSync(Buffer.alloc(unpackedBytes), { level: 1 })
    const before = process.memoryUsage().rss
    const bombs = [
      greyPng({ width: 64, height: 64 }, { data: packed }),
      greyPng({ width: 64, height: 64 }, { before: [pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), packed]))] }),
      greyPng({ width: 64, height: 64 }, { before: [pngChunk('zTXt', Buffer.concat([Buffer.from('t\0\0'), packed]))] }),
    ]
    for (const bomb of bombs) expect([201, 400]).toContain((await upload(bomb)).status)
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  })

  test('that is also a page or an archive is shown as an image only', async () => {
    const { upload } = await createFixture()
    const page = '<!doctype html><script>alert(document.domain)</script>'
    const archive = 'PK\u0003\u0004\u0014\0\0\0\0\0 payload PK\u0005\u0006'
    const note = pngChunk('tEXt', Buffer.from(`Comment\0${page}`))
    const forms = [
      greyPng({ width: 8, height: 8 }, { behind: page }),
      greyPng({ width: 8, height: 9 }, { behind: archive }),
      greyPng({ width: 8, height: 10 }, { before: [note] }),
    ]
    for (const bytes of forms) {
      const { status, body } = await upload(bytes, 'page.html')
      expect(status).toBe(201)
      const shown = await shownOf(body.href)
      expect(shown.headers['content-disposition']).toBe('inline; filename="page.html.png"')
      for (const part of ['script', 'PK\u0003', 'tEXt']) expect(shown.bytes.includes(part)).toBe(false)
      expect((await open(originalOf(body.href))).headers['content-disposition']).toMatch(/^attachment;/)
    }
  })
})

describe('the process that draws', () => {
  test('draws fifty megapixels', async () => {
    const { type, bytes } = await redraw(Readable.from([greyPng({ width: 10_000, height: 5000 })]), shot)
    expect(type).toBe('image/png')
    expect(await new Transformer(bytes).metadata()).toMatchObject({ width: 10_000, height: 5000 })
  })

  test('cuts a long page for print, makes it no wider than paper needs, and keeps a rotated picture whole', async () => {
    const frame = { width: 500, height: 300 }
    const sizeOf = async (bytes: Buffer, type: 'image/png' | 'image/jpeg') => {
      const printed = await redraw(Readable.from([bytes]), { type, name: 'shot' }, { frame })
      expect(printed.type).toBe('image/jpeg')
      const { width, height } = await new Transformer(printed.bytes).metadata()
      return [width, height]
    }
    expect(await sizeOf(greyPng({ width: 1000, height: 6000 }), 'image/png')).toEqual([1000, 600])
    expect(await sizeOf(greyPng({ width: 100, height: 700 }), 'image/png')).toEqual([100, 300])
    expect(await sizeOf(greyPng({ width: 2800, height: 2800 }), 'image/png')).toEqual([1400, 840])
    const onItsSide = withSegment(await noise(30, 90).jpeg(), exifOf(6, ''))
    expect(await sizeOf(onItsSide, 'image/jpeg')).toEqual([90, 30])
  })

  test('draws several at once; a broken or oversized one does not affect the others', async () => {
    const [small, large] = [await noise(9, 7).png(), await noise(300, 300).png()]
    const broken = small.subarray(0, small.length - 20)
    const drawn = await redrawAll([small, broken, small, large, small].map(original), {
      limits: { ...childLimits, answerBytes: 100_000 },
    })
    expect(drawn.map((picture) => picture?.type ?? null)).toEqual(['image/png', null, 'image/png', null, 'image/png'])
    expect(drawn[4]?.bytes).toEqual(drawn[0]?.bytes)
    expect(await new Transformer(drawn[0]?.bytes ?? small).metadata()).toMatchObject({ width: 9, height: 7 })
    const gone = { ...original(small), open: async () => null }
    expect(await redrawAll([gone, original(small)])).toEqual([null, drawn[0]])
  })

  test.each([
    ['time', { wallMs: 1 }],
    ['memory', { memoryBytes: 8 * 1024 * 1024 }],
    ['room for its answer', { answerBytes: 100 }],
  ])('is ended when it takes more %s than it may', async (_name, limit) => {
    const drawn = redraw(Readable.from([greyPng({ width: 3000, height: 3000 })]), shot, {
      limits: { ...childLimits, ...limit },
    })
    await expect(drawn).rejects.toMatchObject({ reason: 'IMAGE_UNREADABLE' })
  })

  test('serves many requests and rejects those that would wait too long', async () => {
    const drawn = Array.from({ length: 30 }, () =>
      redraw(Readable.from([tinyPng()]), shot).catch((error: unknown) => error),
    )
    const ended = (await Promise.all(drawn)) as { type?: string; reason?: string }[]
    expect(ended.filter(({ type }) => type === 'image/png')).toHaveLength(21)
    expect(ended.filter(({ reason }) => reason === 'IMAGES_BUSY')).toHaveLength(9)
  }, 180_000)
})
