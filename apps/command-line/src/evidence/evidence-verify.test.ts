import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { packFiles, signingKeysPath } from '@signet/contract/takedowns/evidence-pack'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { addTakedownFile } from '@signet/contract/threats/files'
import { decideThreat } from '@signet/contract/threats/threats'
import { sentenceOf } from '@signet/server/errors/sentences'
import { zipStream } from '@signet/server/features/evidence/zip-stream'
import { pemOf, renewSigningKey } from '@signet/server/secrets/signing-keys'
import { newCompany, newThreat, newUser, send, tinyPng, useWorld } from '@signet/server/test/harness'
import { newFolder } from '@signet/server/test/new-folder'
import { jsonLines, onlyLine, runHere } from '../../test/signet-process.ts'
import { unzip } from '@signet/server/test/unzip'

const world = useWorld()

/** The pack of a case with a picture that its team added. */
async function newPack(): Promise<Buffer> {
  const company = await newCompany()
  const staff = await newUser('subAdmin', company, [company])
  const threat = await newThreat(company)
  const decided = await send(await newUser('client', company), decideThreat, {
    params: { source: threat.source, threatId: threat.id },
    body: { action: 'takedown', version: 1 },
  })
  const takedownId = decided.body.takedown?.id as string
  const files = [{ bytes: tinyPng('notice'), name: 'notice.png' }]
  await send(staff, addTakedownFile, { params: { takedownId }, form: { files } })
  const { body } = await send(staff, getTakedown, { params: { takedownId } })
  const answer = await world().server.inject(body.packHref)
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

const zipOf = (entries: ReadonlyMap<string, Uint8Array>) =>
  buffer(zipStream([...entries].map(([name, bytes]) => ({ name, content: [bytes] }))))

const run = (...args: string[]) => runHere(['evidence', 'verify', ...args])

test('evidence verify needs no database and names what was changed', async () => {
  const folder = await newFolder()
  const pack = await newPack()
  const fileOf = async (name: string, bytes: Uint8Array | string) => {
    await writeFile(`${folder}/${name}`, bytes)
    return `${folder}/${name}`
  }
  const whole = await fileOf('pack.zip', pack)
  const intact = await run(whole)
  expect(intact).toMatchObject({ code: 0, stderr: '' })
  const lines = jsonLines(intact)
  expect(lines).toContainEqual({ path: 'case/notice.png', result: 'unchanged' })
  const { keyId } = lines.at(-1) ?? {}
  expect(lines.at(-1)).toMatchObject({ ok: true, signature: 'valid', isKeyGiven: false, sequence: 1 })

  const entries = await unzip(pack)
  const pem = await fileOf('key.pem', entries.get(packFiles.key) ?? '')
  expect(await run(whole, '--key', pem)).toMatchObject({ code: 0 })
  const other = pemOf((await renewSigningKey({ database: world().database, sealing: world().keys.sealing })).publicKey)
  const published = await world().server.inject(signingKeysPath)
  expect(await run(whole, '--key', await fileOf('keys.json', published.body))).toMatchObject({ code: 0 })
  const foreign = await run(whole, '--key', await fileOf('other.pem', other))
  expect(foreign).toMatchObject({ code: 1, stderr: `${sentenceOf('PACK_OF_OTHER_KEY', { keyId: keyId as string })}\n` })
  expect(jsonLines(foreign).at(-1)).toMatchObject({ ok: false, signature: 'otherKey', isKeyGiven: true })

  entries.set('case/notice.png', Buffer.from('other'))
  const changed = await run(await fileOf('changed.zip', await zipOf(entries)))
  expect(changed.code).toBe(1)
  const one = { path: 'case/notice.png', result: 'changed', others: 0 }
  expect(onlyLine({ ...changed, stdout: '' })).toBe(sentenceOf('PACK_CHANGED', one))
  expect(jsonLines(changed)).toContainEqual({ path: 'case/notice.png', result: 'changed' })

  const text = await run(await fileOf('text.zip', 'no archive'))
  expect([text.code, onlyLine(text)]).toEqual([1, sentenceOf('PACK_REFUSED', { why: 'notAnArchive', entry: '' })])
  const file = `${folder}/missing.zip`
  const missing = await run(file)
  expect([missing.code, onlyLine(missing)]).toEqual([2, sentenceOf('PACK_UNREADABLE', { file, code: 'ENOENT' })])
  const noKey = await fileOf('no-key.pem', 'no key')
  const keyless = await run(whole, '--key', noKey)
  expect([keyless.code, onlyLine(keyless)]).toEqual([2, sentenceOf('PACK_KEY_INVALID', { file: noKey })])
  expect(await run()).toMatchObject({ code: 2, stdout: '' })
})
