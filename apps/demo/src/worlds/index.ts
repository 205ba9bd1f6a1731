import type { DemoWorld } from '../demo-world.ts'
import { kestrelWorld } from './kestrel-rail.ts'
import { larkspurWorld } from './larkspur-lottery.ts'
import { meridianWorld } from './meridian-bank.ts'

/** The invented worlds, one for each demo company with invented records. */
export const worlds: readonly DemoWorld[] = [meridianWorld, kestrelWorld, larkspurWorld]
