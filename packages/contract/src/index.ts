import * as modules from './modules.generated.ts'
import type { AnyRoute, PlainRoute, RouteDefinition } from './route.ts'

/** The routes among a module's exports; a plain route carries no types. */
type RoutesIn<M> = {
  [K in keyof M as M[K] extends AnyRoute ? ('~types' extends keyof M[K] ? K : never) : never]: M[K]
}
type Joined<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer All) => void ? All : never
type Modules = typeof modules
type Routes = Joined<{ [M in keyof Modules]: RoutesIn<Modules[M]> }[keyof Modules]>

const isCall = (value: object) => 'method' in value && 'path' in value
const isPlain = (value: object) => isCall(value) && 'type' in value
/** Checks for method and path, because the portal has no other properties of a route. A call authorised by a token has `security`. */
const isRoute = (value: object) => isCall(value) && !isPlain(value) && !('security' in value)

/** The exports of all modules that satisfy a condition, by name and in order. @throws Error when two modules use the same name */
function exportsThat(is: (value: object) => boolean): Record<string, object> {
  const found: Record<string, object> = {}
  for (const module of Object.values(modules)) {
    for (const [name, value] of Object.entries<unknown>(module)) {
      if (typeof value !== 'object' || value === null || !is(value)) continue
      if (found[name]) throw new Error(`Two modules of the contract export a route ${name}`)
      found[name] = value
    }
  }
  return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Every call of the API by name. The server mounts exactly these and refuses to start when one has no handler. */
// oxlint-disable-next-line typescript/consistent-type-assertions -- the types of the modules' exports are joined by name
export const routes = exportsThat(isRoute) as { [K in keyof Routes]: Routes[K] }

/** Calls whose response isn't JSON; a feature mounts them itself, and they are in the OpenAPI document like the others. */
// oxlint-disable-next-line typescript/consistent-type-assertions -- `isPlain` checks the fields
export const plainRoutes = exportsThat(isPlain) as Record<string, PlainRoute>

/** The name of a call, which is also its `operationId` in the OpenAPI document. */
export type RouteName = keyof typeof routes

/** The same calls with their full definitions. */
// oxlint-disable-next-line typescript/consistent-type-assertions -- `route` returns its argument with a narrower type
export const definitions = routes as Record<RouteName, RouteDefinition>

/** The text of each action of the audit that is in the history of a record, in English. */
export const historyTexts: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(modules).map((module) => ('historyTexts' in module ? module.historyTexts : {})),
)
