import { expect, test } from 'vitest'
import { makeMsg } from '../../test/make-msg.ts'
import { UnreadableFile } from '../file-kind.ts'
import { readCompressedRtf } from './compressed-rtf.ts'
import { readMsg } from './msg.ts'

const phishing = {
  messageId: '<evil-1@mailer.example>',
  from: 'Service@Evil.example',
  subject: 'Your account will be blocked – über Nacht',
  text: 'Confirm at https://evil.example/login',
  html: `<p>${'Confirm. '.repeat(900)}<a href="https://evil.example/login">here</a></p>`,
}

test('reads texts, sender and id of a message, in small and in large streams', () => {
  const read = readMsg(makeMsg(phishing))
  expect(read).toMatchObject({
    messageId: 'evil-1@mailer.example',
    from: 'service@evil.example',
    subject: phishing.subject,
    text: phishing.text,
    html: phishing.html,
    files: [],
    messages: [],
  })
})

test('reads attached files and attached messages', () => {
  const bytes = Buffer.alloc(5000, 7)
  const read = readMsg(
    makeMsg({
      subject: 'FW',
      files: [{ name: 'code.png', type: 'image/png', bytes }],
      messages: [{ ...phishing, messages: [{ subject: 'inner' }] }],
    }),
  )
  expect(read.files).toEqual([{ name: 'code.png', type: 'image/png', bytes }])
  expect(read.messages[0]?.subject).toBe(phishing.subject)
  expect(read.messages[0]?.messages[0]?.subject).toBe('inner')
})

test('a message that holds its HTML in RTF gives its links', () => {
  const rtf = String.raw`{\rtf1\ansi\fromhtml1 {\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 {\*\htmltag84 <a href="https://evil.example/x">}Sign in{\*\htmltag92 </a>}\htmlrtf }\htmlrtf0 {\*\htmltag72 </p>}}`
  const body = Buffer.concat([Buffer.alloc(16), Buffer.from(rtf)])
  body.writeUInt32LE(rtf.length, 4)
  body.writeUInt32LE(0x414c454d, 8)
  const { html } = readMsg(makeMsg({ subject: 'x', rtf: body }))
  expect(html.replaceAll('\n', '')).toContain('<a href="https://evil.example/x">Sign in</a>')
})

test('unpacks the example of the standard, MS-OXRTFCP section 3.1.1', () => {
  const packed = Buffer.from(
    '2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af32068656c090020627705b06c647d0a800fa0'.replaceAll(
      ' ',
      '',
    ),
    'hex',
  )
  expect(readCompressedRtf(packed, 1000).toString('latin1')).toBe('{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n')
})

test('a chain of sectors that is a circle or leaves the file is damage', () => {
  const circle = makeMsg({ ...phishing, text: 'x'.repeat(9000) })
  // Every sector is followed by the first one.
  const tables = circle.readUInt32LE(76)
  for (let at = 0; at < 128; at += 1) circle.writeUInt32LE(0, (tables + 1) * 512 + at * 4)
  expect(() => readMsg(circle)).toThrow(UnreadableFile)
  expect(() => readMsg(makeMsg(phishing).subarray(0, 2048))).toThrow(UnreadableFile)
  expect(() => readMsg(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toThrow(UnreadableFile)
})

test('no change of a message makes its reader fail in another way than it says', () => {
  const whole = makeMsg({ ...phishing, messages: [phishing], files: [{ name: 'a.bin', bytes: Buffer.alloc(4100, 1) }] })
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
  for (let round = 0; round < 800; round += 1) {
    const bytes = Buffer.from(whole)
    for (let change = 0; change <= round % 4; change += 1) {
      const at = round % 2 === 0 ? random(bytes.length) : random(2048)
      bytes[at] = random(256)
    }
    try {
      readMsg(bytes)
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableFile)
    }
  }
})
