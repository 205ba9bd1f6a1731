import { ProgramError } from '@signet/contract/errors/program-errors'
import { expect, test } from 'vitest'
import { readEnv, Settings } from './env.ts'
import { sentenceOf } from './errors/sentences.ts'

const hasAnyValue = new Set([
  'DATA_DIR',
  'SIGNET_BROWSER_PATH',
  'SIGNET_S3_ACCESS_KEY',
  'SIGNET_S3_SECRET_KEY',
  'SIGNET_BACKUP_S3_ACCESS_KEY',
  'SIGNET_BACKUP_S3_SECRET_KEY',
  'NODE_ENV',
  'npm_lifecycle_event',
])

test.each(Object.keys(Settings.shape).filter((name) => !hasAnyValue.has(name)))(
  'says which values %s can have when it has another one',
  (name) => {
    expect(() => readEnv({ [name]: 'not: a (value)' })).toThrow(new ProgramError('SETTING_INVALID', { name }))
    expect(sentenceOf('SETTING_INVALID', { name })).not.toMatch(/ a valid value\.$/)
  },
)
