import type { Indicator } from '@signet/contract/threats/findings'
import type { AnySource, Kind, SourceFields } from '@signet/contract/threats/sources'
import type { DemoWorld } from '../demo-world.ts'
import { finding } from './draw-shapes.ts'
import type { Tint } from './draw-tint.ts'
import type { Random } from '../random.ts'

/** The data of a threat that its capture shows. */
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

/** The input of a drawing, including data that the templates use. */
export interface Scene extends Captured {
  random: Random
  world: DemoWorld
  brand: string
  tint: Tint
  field: (name: string) => string
  /** The first indicator whose name begins with this text, e.g. `Picture matches a logo`. */
  reason: (begins: string) => Indicator | undefined
}

/** The label of a logo match, e.g. `Logo 94%`. */
export function logoTag(scene: Scene): string | undefined {
  const match = scene.reason('Picture matches a logo') ?? scene.reason('Logo match')
  return match && `Logo ${match.value ?? ''}`
}

/** A frame around the client's mark, if it was recognised. */
export function framed(scene: Scene, x: number, y: number, side: number): string {
  const tag = logoTag(scene)
  return tag ? finding(x, y, side, side, tag) : ''
}
