import type { ConnectorName } from '@signet/contract/collection/connectors'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { exampleObservation } from '@signet/detection/observations/observation-examples'
import { expect, test } from 'vitest'
import { identifiedAs } from './identified-as.ts'

const identityOf = (connector: ConnectorName, parts: Partial<SourceObservation>) =>
  identifiedAs(connector, exampleObservation({ source: 'Telegram', ...parts })).identity

test('what several connectors find at Telegram is the same threat', () => {
  const message = { kind: 'post', id: '-1001234567890/5' } as const
  expect(identityOf('telegramUser', message)).toBe(identityOf('telegramBot', message))
  const channel = { kind: 'group', id: '1234567890' } as const
  expect(identityOf('telegramUser', channel)).toBe(identityOf('telegramPreview', channel))
})

test('the same id at two providers is two threats', () => {
  expect(identityOf('x', { id: '1' })).not.toBe(identityOf('reddit', { id: '1' }))
})
