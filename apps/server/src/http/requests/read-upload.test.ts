import { randomUUID } from 'node:crypto'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { originalOf } from '@signet/contract/threats/file-types'
import { addEvidence } from '@signet/contract/threats/files'
import { getThreat } from '@signet/contract/threats/threats'
import { getQueued } from '@signet/contract/review/qa'
import type { ErrorReason } from '@signet/contract/errors/errors'
import {
  formOf,
  newCompany,
  newThreat,
  newUser,
  refusal,
  send,
  tinyPng,
  useWorld,
  type TestForm,
} from '../../../test/harness.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany()
  const user = await newUser('subAdmin', company)
  const threat = await newThreat(company)
  const params = { source: threat.source, threatId: threat.id }
  const upload = (form: TestForm, headers: Record<string, string> = {}) =>
    send(user, addEvidence, { params, form, headers })
  const evidence = async () => (await send(user, getThreat, { params })).body.evidence
  return { company, user, threat, params, upload, evidence }
}
const png = (text: string = randomUUID()) => ({ bytes: tinyPng(text), name: 'shot.png', type: 'image/png' })

describe('an uploaded file', () => {
  test('is kept, answered with a link that opens it, and recorded', async () => {
    const { company, user, threat, upload, evidence } = await createFixture()
    const file = png()
    const { status, body } = await upload({ files: [file] })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'shot.png', size: file.bytes.length, type: 'image/png' })
    const opened = await world().server.inject(originalOf(body.href))
    expect(opened.rawPayload).toEqual(file.bytes)
    expect(await evidence()).toMatchObject([{ id: body.id, kind: 'upload' }])
    const { rows } = await world().database.pool.query(
      `select action, by_email from audit where company_id = $1 and target_id = $2`,
      [company.id, threat.id],
    )
    expect(rows).toEqual([{ action: 'evidence.added', by_email: user.email }])
  })

  test('is what its bytes are, whatever its name and declared type say', async () => {
    const { upload } = await createFixture()
    const { body } = await upload({
      files: [{ bytes: tinyPng('x'), name: '../..\\evil\u202Egnp.exe', type: 'text/html' }],
    })
    expect(body).toMatchObject({ type: 'image/png', name: 'evilgnp.exe.png' })
    const lie = await upload({
      files: [{ bytes: Buffer.from('MZ\x90\x00 a program'), name: 'a.png', type: 'image/png' }],
    })
    expect(lie).toMatchObject(refusal('FILE_TYPE_NOT_ALLOWED'))
  })

  test('may have 20 MB and not a byte more', async () => {
    const { upload, evidence } = await createFixture()
    const max = 20 * 1024 * 1024
    const bytes = Buffer.concat([tinyPng(), Buffer.alloc(max, 1)]).subarray(0, max)
    expect((await upload({ files: [{ ...png(), bytes }] })).status).toBe(201)
    const more = await upload({ files: [{ ...png(), bytes: Buffer.concat([bytes, Buffer.from('x')]) }] })
    expect(more).toMatchObject(refusal('FILE_TOO_LARGE'))
    expect(await evidence()).toHaveLength(1)
  })

  test('that is cut short is refused and leaves nothing', async () => {
    const { user, params, evidence } = await createFixture()
    const { bytes, contentType } = await formOf({ files: [{ ...png(), bytes: tinyPng('x'.repeat(50_000)) }] })
    const answer = await world().server.inject({
      method: 'POST',
      url: `/api/rest/threats/${params.source}/${params.threatId}/evidence`,
      headers: { authorization: `Bearer ${user.accessToken}`, 'content-type': contentType },
      payload: bytes.subarray(0, bytes.length - 40_000),
    })
    expect(answer.json()).toMatchObject({ status: 400, reason: 'FORM_UNREADABLE' })
    expect(await evidence()).toEqual([])
  })

  test('sent again with the same bytes is one piece, also when both come at once', async () => {
    const { upload, evidence, company } = await createFixture()
    const file = png()
    const answers = await Promise.all([upload({ files: [file] }), upload({ files: [file] })])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]?.body.id).toBe(answers[1]?.body.id)
    expect(await evidence()).toHaveLength(1)
    const { rowCount } = await world().database.pool.query(
      `select from audit where company_id = $1 and action = 'evidence.added'`,
      [company.id],
    )
    expect(rowCount).toBe(1)
  })

  test('with an Idempotency-Key is answered once; the same key with another file is refused', async () => {
    const { upload } = await createFixture()
    const key = { 'idempotency-key': randomUUID() }
    const file = png()
    const [first, again] = [await upload({ files: [file] }, key), await upload({ files: [file] }, key)]
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await upload({ files: [png()] }, key)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } })
  })
})

describe('a form', () => {
  test('names its company in the query or before the file, and another company is 404 before a byte is kept', async () => {
    const { company, upload, user, params } = await createFixture()
    const stranger = await newCompany()
    expect((await upload({ fields: { company: company.key }, files: [png()] })).status).toBe(201)
    const bytes = tinyPng(`never kept ${randomUUID()}`)
    const foreign = await upload({ fields: { company: stranger.key }, files: [{ bytes }] })
    expect(foreign).toMatchObject({ status: 404, body: { code: 'COMPANY_NOT_FOUND' } })
    const query = { company: stranger.key }
    const inQuery = await send(user, addEvidence, { params, query, form: { files: [{ bytes }] } })
    expect(inQuery).toMatchObject({ status: 404, body: { code: 'COMPANY_NOT_FOUND' } })
    const kept: string[] = []
    for await (const { sha256 } of world().files.list()) kept.push(sha256)
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))
    expect(kept).not.toContain(Buffer.from(hash).toString('hex'))
  })

  test('with its company after the file is refused', async () => {
    const { company, user, params } = await createFixture()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(tinyPng())]), 'a.png')
    form.append('company', company.key)
    const body = new Response(form)
    const answer = await world().server.inject({
      method: 'POST',
      url: `/api/rest/threats/${params.source}/${params.threatId}/evidence`,
      headers: {
        authorization: `Bearer ${user.accessToken}`,
        'content-type': body.headers.get('content-type') as string,
      },
      payload: Buffer.from(await body.arrayBuffer()),
    })
    const details = [{ path: 'body.company', reason: 'COMPANY_AFTER_FILE' }]
    expect(answer.json()).toMatchObject({ status: 400, details })
  })

  test.each<[string, TestForm, ErrorReason, string?]>([
    ['without a file', { fields: {} }, 'FILE_MISSING', 'body.file'],
    ['with two files', { files: [png('a'), png('b')] }, 'TOO_MANY_FILES'],
    ['with an empty file', { files: [{ bytes: Buffer.alloc(0) }] }, 'FILE_TYPE_NOT_ALLOWED'],
    ['with an unknown field', { fields: { stage: 'published' }, files: [png()] }, 'UNKNOWN_FIELD', 'body.stage'],
    ['with a name of an object', { fields: { toString: 'x' }, files: [png()] }, 'FORM_UNREADABLE'],
    ['with an endless field', { fields: { company: 'x'.repeat(70_000) }, files: [png()] }, 'FORM_FIELD_TOO_LONG'],
  ])('%s is refused', async (_name, form, reason, path) => {
    const { upload, evidence } = await createFixture()
    expect(await upload(form)).toMatchObject(refusal(reason, path))
    expect(await evidence()).toEqual([])
  })

  test('is not read by an upload call without permission, nor by any other call', async () => {
    const { company, params, user } = await createFixture()
    const client = await newUser('client', company)
    expect((await send(client, addEvidence, { params, form: { files: [png()] } })).status).toBe(403)
    expect((await send(null, addEvidence, { params, form: { files: [png()] } })).status).toBe(401)
    expect(await send(user, addEvidence, { params, body: {} })).toMatchObject(refusal('FORM_NEEDED'))
    const { bytes, contentType } = await formOf({ files: [png()] })
    const other = await world().server.inject({
      method: 'PATCH',
      url: '/api/rest/user/details',
      headers: { authorization: `Bearer ${user.accessToken}`, 'content-type': contentType },
      payload: bytes,
    })
    expect(other.statusCode).toBe(415)
  })
})

const page = (sent: number) => ({ bytes: Buffer.from(`<!doctype html><p>${sent}`), name: 'page.html' })

test('a user can upload sixty files in an hour', async () => {
  const { upload } = await createFixture()
  for (let sent = 1; sent <= 60; sent += 1) expect((await upload({ files: [page(sent)] })).status).toBe(201)
  expect(await upload({ files: [page(61)] })).toMatchObject(refusal('UPLOAD_LIMIT'))
})

test('reviewers can add evidence to an unpublished record; others get 404', async () => {
  const { company, user } = await createFixture()
  const reviewer = await newUser('qa', company)
  const threat = await newThreat(company, { stage: 'queued' })
  const params = { source: threat.source, threatId: threat.id }
  expect((await send(user, addEvidence, { params, form: { files: [png()] } })).status).toBe(404)
  expect((await send(reviewer, addEvidence, { params, form: { files: [png()] } })).status).toBe(201)
  const { body } = await send(reviewer, getQueued, { params: { threatId: threat.id } })
  expect(body.evidence).toMatchObject([{ kind: 'upload' }])
})

test('a connection whose upload was refused half-way serves the next request', async () => {
  const { user, params } = await createFixture()
  await world().server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world().server.server.address() as AddressInfo
  const { bytes, contentType } = await formOf({ files: [{ bytes: Buffer.alloc(3_000_000, 'MZ') }] })
  const head = (line: string, more: string[]) =>
    [`${line} HTTP/1.1`, 'host: x', `authorization: Bearer ${user.accessToken}`, ...more, '', ''].join('\r\n')
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString()))
  socket.write(
    head(`POST /api/rest/threats/${params.source}/${params.threatId}/evidence`, [
      `content-type: ${contentType}`,
      `content-length: ${bytes.length}`,
    ]),
  )
  socket.write(bytes)
  socket.write(head('GET /api/rest/user/details', ['connection: close']))
  await new Promise((resolve) => socket.on('close', resolve))
  expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['415', '200'])
})
