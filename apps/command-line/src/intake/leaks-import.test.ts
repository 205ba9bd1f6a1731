import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { sentenceOf } from '@signet/server/errors/sentences'
import { zipStream } from '@signet/server/features/evidence/zip-stream'
import { newFolder } from '@signet/server/test/new-folder'
import { newInstallation, onlyLine } from '../../test/signet-process.ts'

test('leaks import ends with 1 and one line when it refuses a file', async () => {
  const signet = await newInstallation()
  const folder = await newFolder()
  const write = async (name: string, content: string | Uint8Array) => {
    await writeFile(`${folder}/${name}`, content)
    return `${folder}/${name}`
  }
  const watched = await signet.run(['watch', 'coinbase.com', '--feed', await write('feed.txt', 'example.org\n')])
  expect(watched.code).toBe(0)
  const run = (file: string) =>
    signet.run(['leaks', 'import', file, '--company', 'coinbase-com', '--type', 'comboLists'])
  const signIn = Buffer.from('https://login.acme.example/:person@mail.example:password\n')
  const zip = await write('zip.txt', await buffer(zipStream([{ name: 'passwords.txt', content: [signIn] }])))
  const refused = await run(zip)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  const unpack = { file: zip, kind: 'zip', advice: 'unpackMany' }
  expect(onlyLine(refused)).toBe(sentenceOf('LEAK_FILE_OF_OTHER_KIND', unpack))
  const file = await write('empty.txt', 'no sign-in\n')
  const empty = await run(file)
  expect(empty).toMatchObject({ code: 1, stdout: '' })
  expect(onlyLine(empty)).toBe(sentenceOf('LEAK_FILE_WITHOUT_SIGN_INS', { file, lines: 1 }))
  expect(await signet.sql('select name from leak_imports')).toEqual([])
})
