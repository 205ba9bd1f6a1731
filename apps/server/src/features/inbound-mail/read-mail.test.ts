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

test('an email whose plain text is empty is read as its HTML', async () => {
  const lines = [
    'From: a@b.example',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    ' ',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>We can&#8217;t do that: gesch&auml;tzte Gr&uuml;&szlig;e</p>',
    '--b--',
    '',
  ]
  const read = await readMail(mail(...lines))
  expect(read?.text.trim()).toBe('We can’t do that: geschätzte Grüße')
})
