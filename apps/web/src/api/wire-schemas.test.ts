import type { AnyRoute } from '@signet/contract/route'
import { expect, test, vi } from 'vitest'
import * as zod from 'zod/mini'
import { wireQuery } from './call.ts'

/** What a screen may give a query: a text, a list, a number, a flag. */
const samples: Record<string, unknown>[] = ['2026-10-05', ['a', 'b,c'], 7, true, false, 'Facebook', 'asc'].map(
  (value) => ({ value }),
)

async function routesOf(): Promise<readonly AnyRoute[]> {
  return Object.values((await import('@signet/contract/index')).routes)
}

/** The wire form, or what stands for a value that a schema refuses. */
function written(write: typeof wireQuery, route: AnyRoute, query: object): string {
  try {
    return write(route, query)
  } catch {
    return 'refused'
  }
}

test('the portal writes every query of the contract as zod would', async () => {
  const checked = await routesOf()
  vi.doMock('zod/mini', () => import('./wire-schemas.ts'))
  vi.resetModules()
  const portal = await routesOf()
  const { wireQuery: portalQuery } = await import('./call.ts')
  vi.doUnmock('zod/mini')

  expect(portal.map(({ path }) => path)).toEqual(checked.map(({ path }) => path))
  expect(portal.some(({ query }) => typeof query === 'object' && query !== null && 'write' in query)).toBe(true)
  const different: string[] = []
  let compared = 0
  for (const [index, route] of checked.entries()) {
    const mirror = portal[index]
    const shape = (route.query as zod.ZodMiniObject | undefined)?._zod.def.shape ?? {}
    for (const name of Object.keys(shape)) {
      for (const { value } of samples) {
        const right = written(wireQuery, route, { [name]: value })
        if (right === 'refused') continue
        compared += 1
        const own = mirror ? written(portalQuery, mirror, { [name]: value }) : 'missing'
        if (own !== right) different.push(`${route.path} ${name}: ${own} for ${right}`)
      }
    }
  }
  expect(different).toEqual([])
  expect(compared).toBeGreaterThan(900)
})
