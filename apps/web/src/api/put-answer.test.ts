import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { putAnswer } from './put-answer.ts'

test('a read that started before a change does not overwrite its result', async () => {
  const client = new QueryClient()
  const queryKey = ['case']
  client.setQueryData(queryKey, 'version 1')
  const reading = Promise.withResolvers<string>()
  const read = client.fetchQuery({ queryKey, queryFn: () => reading.promise })
  putAnswer(client, queryKey, 'version 2')
  reading.resolve('version 1')
  await read.catch(() => {})
  expect(client.getQueryData(queryKey)).toBe('version 2')
})
