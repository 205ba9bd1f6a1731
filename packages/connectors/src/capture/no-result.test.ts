import { expect, test } from 'vitest'
import { capturePage } from './capture-page.ts'

test('a browser that ends at once leaves no result', async () => {
  const capturing = capturePage('https://page.example/', { browser: { program: '/bin/true' } })
  await expect(capturing).rejects.toMatchObject({ reason: 'BROWSER_ENDED' })
})
