import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { mailProgram, readMail } from './read-mail.ts'

const mail = (...lines: string[]) => Readable.from([Buffer.from(lines.join('\r\n'))])

test('an email without any of its headers is read as far as it goes', async () => {
  expect(await readMail(mail('', 'We removed the page.'))).toMatchObject({
    from: null,
    subject: '',
    text: expect.stringContaining('We removed the page.'),
    messageId: null,
  })
})

test('an email with longer headers or deeper parts than any real one is unreadable', async () => {
  expect(await readMail(mail(`Subject: ${'x'.repeat(300 * 1024)}`, '', 'text'))).toBeNull()
  const nested = Array.from({ length: 40 }, (_, at) => [
    `Content-Type: multipart/mixed; boundary="b${at}"`,
    '',
    `--b${at}`,
  ])
  expect(await readMail(mail(...nested.flat(), 'Content-Type: text/plain', '', 'text'))).toBeNull()
})

test('a program that fails is an error, not an unreadable email', async () => {
  const program = { ...mailProgram, program: mailProgram.program.replace('mail-program', 'gone') }
  await expect(readMail(mail('Subject: hello', '', 'text'), program)).rejects.toThrow('gone.ts failed')
})
