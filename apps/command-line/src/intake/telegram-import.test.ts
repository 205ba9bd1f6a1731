import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { sentenceOf } from '@signet/server/errors/sentences'
import { newFolder } from '@signet/server/test/new-folder'
import { jsonLines, newReadyInstallation, onlyLine } from '../../test/signet-process.ts'

let signet: Awaited<ReturnType<typeof newReadyInstallation>>
let folder: string

beforeAll(async () => {
  folder = await newFolder()
  signet = await newReadyInstallation()
  const empty = await fileOf('empty.txt', '')
  const ended = await signet.run(['watch', 'quayside.example', '--name', 'Quayside Bank', '--feed', empty])
  expect(ended).toMatchObject({ code: 0 })
})

async function fileOf(name: string, text: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, text)
  return file
}

const importing = (file: string) => signet.run(['telegram', 'import', file, '--company', 'quayside-example', '--json'])

const scam = 'Your Quayside Bank account will be blocked. Send your PIN to https://wa.me/442079460199'
const message = (id: number, text: unknown) => ({
  id,
  type: 'message',
  date_unixtime: '1790000000',
  from: 'Care',
  text,
})
const exported = {
  chats: {
    list: [
      {
        name: 'Quayside Bank Support',
        type: 'public_channel',
        id: 15,
        messages: [message(1, scam), message(2, 'Quayside Bank raised its rates today\0'), message(3, ['Hello', 7])],
      },
      { name: 'A friend', type: 'personal_chat', id: 16, messages: [message(1, scam)] },
    ],
  },
}

test('the scams in groups and channels of an export become threats with reasons, once, and private chats are not read', async () => {
  const file = await fileOf('result.json', JSON.stringify(exported))
  const first = await importing(file)
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(jsonLines(first)).toEqual([{ file, messages: 3, found: 2, suppressed: 0 }])
  const threats = await signet.sql(
    'select source, title, url, jsonb_array_length(indicators) > 2 as explained from threats order by source',
  )
  expect(threats).toEqual([
    { source: 'Telegram', title: 'Quayside Bank Support', url: 'https://t.me/c/15/1', explained: true },
    { source: 'WhatsApp', title: 'Quayside Bank Support', url: 'https://wa.me/442079460199', explained: true },
  ])
  expect(jsonLines(await importing(file))).toMatchObject([{ messages: 3, found: 0 }])
})

test('a file of another kind is refused with one line', async () => {
  const file = await fileOf('other.json', '{"a": 1}')
  const refused = await importing(file)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(onlyLine(refused)).toBe(sentenceOf('NOT_A_TELEGRAM_EXPORT', { file }))
})
