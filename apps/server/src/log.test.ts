import { expect, test } from 'vitest'
import { openLog } from './log.ts'

test('an error is logged with its place and code, and without the row the database refused', () => {
  let line = ''
  const log = openLog('info', { write: (text) => void (line += text) })
  const error = Object.assign(new Error('violates check constraint "users_email_check"'), {
    code: '23514',
    table: 'users',
    detail: 'Failing row contains (person@example.com, $argon2id$secret).',
    where: 'COPY users, line 1: "person@example.com"',
  })
  log.error({ err: error, password: 'hunter2 hunter2' }, 'unexpected error')
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    msg: 'unexpected error',
    password: '[hidden]',
    err: {
      message: error.message,
      code: '23514',
      table: 'users',
      stack: expect.stringContaining('log.test.ts') as string,
    },
  })
  expect(line).not.toMatch(/argon2id|person@example/)
})
