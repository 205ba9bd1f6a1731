import type { FileKind } from '../file-kind.ts'
import { feedKinds } from './feeds/kinds.ts'
import { platformKinds } from './platforms/kinds.ts'
import { sharingKinds } from './sharing/kinds.ts'
import { telegramKinds } from './telegram/kinds.ts'

/** Formats in which platforms and teams exchange threats. */
export const exchangeKinds: readonly FileKind[] = [...sharingKinds, ...telegramKinds, ...platformKinds, ...feedKinds]
