import { everySourceName } from '@signet/contract/threats/sources'
import { expect, test } from 'vitest'
import { sourceIcons } from './source-icons.ts'

test('the file of all source icons has each of them below the one before', () => {
  const places = [...sourceIcons().matchAll(/<svg id="([^"]+)" y="(\d+)" viewBox="0 0 24 24" width="24" height="24"/g)]
  expect(places.map(([, id]) => id)).toEqual(['All', 'Bookmarks', ...everySourceName])
  expect(places.map(([, , y]) => Number(y))).toEqual(places.map((_, index) => index * 24))
})
