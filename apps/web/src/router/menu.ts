import type { Feature } from '../navigation/feature.ts'
import { registerMenu } from '../navigation/navigation.ts'
import { features } from './features.generated.ts'

registerMenu(features.flatMap((feature: Feature) => feature.menu ?? []))

/** The navigation list, with the entries of all features registered. */
export { buildNav } from '../navigation/navigation.ts'
