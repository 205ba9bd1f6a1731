import type { Indicator } from '@signet/contract/findings'
import type { AnySource, Kind, SourceFields } from '@signet/contract/sources'
import type { DemoWorld } from './demo-world.ts'
import { finding } from './draw-shapes.ts'
import type { Tint } from './draw-tint.ts'
import type { Random } from './random.ts'

/** What a capture shows of a threat. */
export interface Captured {
  id: string
  kind: Kind
  source: AnySource
  title: string
  threatType: string
  fields: SourceFields
  indicators: readonly Indicator[]
  brandKey: string
}

/** A drawing, with what the templates need at hand. */
export interface Scene extends Captured {
  random: Random
  world: DemoWorld
  brand: string
  tint: Tint
  field: (name: string) => string
  /** The first indicator whose name begins so, e.g. `Logo match 94%`. */
  reason: (begins: string) => Indicator | undefined
}

/** The tag a logo match gets, e.g. `Logo 94%`. */
export function logoTag(scene: Scene): string | undefined {
  return (scene.reason('Logo match') ?? scene.reason('Icon match'))?.name.replace(' match', '')
}

/** A frame around the client's mark, when it was recognised. */
export function framed(scene: Scene, x: number, y: number, side: number): string {
  const tag = logoTag(scene)
  return tag ? finding(x, y, side, side, tag) : ''
}
